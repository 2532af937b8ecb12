import { Button, FileButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../lib/interaction/toast';

/** Larger files are no key documents. */
const MAX_BYTES = 64 * 1024;

/** Reads a key document, such as that of a service account, from a file. */
export function KeyFile({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();

  async function read(file: File | null) {
    if (!file) return;
    if (file.size > MAX_BYTES) return toast.error(t('channelForm.keyFileTooLarge'));
    onText((await file.text()).trim());
  }

  return (
    <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
      {(props) => (
        <Button {...props} variant="default" size="xs" w="fit-content">
          {t('channelForm.keyFile')}
        </Button>
      )}
    </FileButton>
  );
}
