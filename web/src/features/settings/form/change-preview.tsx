import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../text/localized';
import { Modal } from '../../../ui/dialog/modal';
import { ChangeList } from './change-list';
import type { OptionForm } from './use-option-form';

/** The changes that saving would apply. */
export function ChangePreview({ form, onClose }: { form: OptionForm; onClose: () => void }) {
  const { t } = useTranslation();
  const localized = useLocalized();
  return (
    <Modal opened onClose={onClose} title={t('settings.form.changes')} size="lg">
      <Stack gap="lg">
        {form.changed.map((field) => (
          <section key={field.key} aria-label={localized(field.label)}>
            <Text size="sm" fw={500} mb={4}>
              {localized(field.label)}
            </Text>
            {field.kind === 'secret' ? (
              <Text size="sm" c="dimmed">
                {t('settings.form.newSecret')}
              </Text>
            ) : (
              <ChangeList before={form.storedOf(field)} after={form.textOf(field)} />
            )}
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
