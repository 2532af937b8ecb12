import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/clipboard';

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
