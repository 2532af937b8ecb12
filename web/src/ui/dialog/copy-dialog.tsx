import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from './modal';

export function CopyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('common.copyFail')}>
      <Textarea
        aria-label={t('common.copyFail')}
        value={text}
        readOnly
        autosize
        minRows={2}
        maxRows={12}
        onFocus={(event) => event.currentTarget.select()}
        data-autofocus
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </Modal>
  );
}
