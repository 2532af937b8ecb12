import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../text/localized';
import { Modal } from '../../../ui/dialog/modal';
import { useOptions } from '../use-options';
import { ChangeList } from './change-list';
import { type Drafts } from './drafts';
import { shownText } from './field-values';

interface ChangePreviewProps {
  drafts: Drafts;
  onClose: () => void;
}

/** The changes that saving would apply. */
export function ChangePreview({ drafts, onClose }: ChangePreviewProps) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { values } = useOptions();
  return (
    <Modal opened onClose={onClose} title={t('settings.form.changes')} size="lg">
      <Stack gap="lg">
        {drafts.changed.flatMap(({ card, fields }) =>
          fields.map((field) => (
            <section key={field.key} aria-label={localized(field.label)}>
              <Text size="sm" fw={500} mb={4}>
                {localized(field.label)}{' '}
                <Text span size="xs" c="dimmed" fw={400}>
                  {localized(card.title)}
                </Text>
              </Text>
              {field.kind === 'secret' ? (
                <Text size="sm" c="dimmed">
                  {t('settings.form.newSecret')}
                </Text>
              ) : (
                <ChangeList
                  before={shownText(field, values[field.key] ?? '')}
                  after={drafts.texts[field.key] ?? ''}
                />
              )}
            </section>
          )),
        )}
      </Stack>
    </Modal>
  );
}
