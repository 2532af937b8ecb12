import { Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServerAddress } from '../../lib/api/use-status';
import { CODE_LANGUAGES, REQUEST_CODE } from '../../lib/models/request-code';
import { CodeBlock } from '../../ui/text/code-block';
import { Modal } from '../../ui/dialog/modal';
import { publicPathOf, withoutData } from './public-request';

interface CodeDialogProps {
  /** Path of the console. */
  path: string;
  body: Readonly<Record<string, unknown>>;
  onClose: () => void;
}

const KEY = '$API_KEY';
/** Variables of a shell mean nothing to other languages. */
const PLACEHOLDER = 'sk-YOUR_KEY';

/** A request of the playground as code that sends it to the public API. */
export function CodeDialog({ path, body, onClose }: CodeDialogProps) {
  const { t } = useTranslation();
  const address = useServerAddress().replace(/\/$/, '');
  const request = { address, path: publicPathOf(path), body: withoutData(body) };
  return (
    <Modal opened onClose={onClose} title={t('playground.asCode')} size={760}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('playground.codeHint')}
      </Text>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List aria-label={t('playground.asCode')}>
          {CODE_LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {CODE_LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language} pt="sm">
            <CodeBlock
              language={language}
              code={REQUEST_CODE[language]({ ...request, key: language === 'curl' ? KEY : PLACEHOLDER })}
            />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
}
