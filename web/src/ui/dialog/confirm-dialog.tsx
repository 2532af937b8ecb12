import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyModal } from './lazy-modal';

interface ConfirmDialogProps {
  opened: boolean;
  /** The question. */
  title: string;
  /** The consequences. */
  text: ReactNode;
  /** Label of the confirming button. */
  confirm: string;
  danger?: boolean;
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation of an action that is irreversible or affects many records. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, confirm, danger = true, pending, onConfirm, onCancel } = props;
  const { t } = useTranslation();
  if (!opened) return null;
  return (
    <LazyModal opened onClose={onCancel} title={title}>
      <Text component="div" size="sm">
        {text}
      </Text>
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button color={danger ? 'red.8' : undefined} loading={pending} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </LazyModal>
  );
}
