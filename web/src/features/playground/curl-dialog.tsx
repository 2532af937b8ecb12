import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServerAddress } from '../../lib/api/use-status';
import { CodeBlock } from '../../ui/text/code-block';
import { Modal } from '../../ui/dialog/modal';
import { curlOf } from './playground-request';
import type { ChatMessage, PlaygroundSettings } from './playground.types';

interface CurlDialogProps {
  messages: ChatMessage[];
  settings: PlaygroundSettings;
  onClose: () => void;
}

/** The conversation up to the last user message as a curl command. */
export function CurlDialog({ messages, settings, onClose }: CurlDialogProps) {
  const { t } = useTranslation();
  const server = useServerAddress();
  const question = messages.findLastIndex(({ role }) => role === 'user');
  return (
    <Modal opened onClose={onClose} title={t('playground.asCurl')} size={760}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('playground.curlHint')}
      </Text>
      <CodeBlock language="bash" code={curlOf(messages.slice(0, question + 1), settings, server)} />
    </Modal>
  );
}
