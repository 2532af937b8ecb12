import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/browser/clipboard';
import { hint } from '../feedback/hint';
import { RowButton } from './row-button';

interface CopyTextProps {
  text: string;
  /** Accessible name of the button. */
  label: string;
  /** Omits the text from the confirmation. */
  secret?: boolean;
}

export function CopyText({ text, label, secret }: CopyTextProps) {
  const { t } = useTranslation();
  return (
    <RowButton
      {...hint(label)}
      aria-label={label}
      onClick={() => void copyText(text, secret ? t('common.copiedSecret') : undefined)}
    >
      <IconCopy size={16} stroke={1.75} />
    </RowButton>
  );
}
