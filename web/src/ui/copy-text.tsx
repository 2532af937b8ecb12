import { ActionIcon, Modal, Textarea, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText, onCopyFailed } from '../lib/clipboard';

interface CopyTextProps {
  text: string;
  /** Accessible name of the button. */
  label: string;
  /** Do not repeat the text in the confirmation. */
  secret?: boolean;
}

export function CopyText({ text, label, secret }: CopyTextProps) {
  const { t } = useTranslation();
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        onClick={() => void copyText(text, secret ? t('common.copiedSecret') : undefined)}
      >
        <IconCopy size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Mounted once: shows a text that could not be copied, for copying by hand. */
export function CopyFallback() {
  const { t } = useTranslation();
  const [text, setText] = useState<string>();
  useEffect(() => onCopyFailed(setText), []);
  return (
    <Modal opened={text !== undefined} onClose={() => setText(undefined)} title={t('common.copyFail')}>
      <Textarea
        aria-label={t('common.copyFail')}
        value={text ?? ''}
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
