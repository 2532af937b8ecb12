import { Button, Group } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/button/icon-action';

/** Cancels the task of a row. @param id that clients use */
export function CancelIcon({ id, onClick }: { id: string | number; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <IconAction
      label={t('running.cancelNamed', { id })}
      icon={<IconCircleX size={16} stroke={1.75} />}
      onClick={onClick}
    />
  );
}

/** Cancels the task of a dialog, at its end. */
export function CancelButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end">
      <Button variant="default" c="red" onClick={onClick}>
        {t('running.cancel')}
      </Button>
    </Group>
  );
}
