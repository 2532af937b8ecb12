import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { Modal } from '../../ui/dialog/modal';

/** Shows a new key, once. */
export function NewAdminKey({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('adminKeys.made')} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">{t('adminKeys.madeText')}</Text>
        <TextInput
          aria-label={t('adminKeys.key')}
          readOnly
          value={secret}
          data-autofocus
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button onClick={() => void copyText(secret, t('adminKeys.copied'))}>{t('adminKeys.copy')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
