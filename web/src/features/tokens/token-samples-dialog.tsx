import { Select, Switch, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAMPLE_LANGUAGES, SAMPLES } from '../../lib/code-samples';
import { maskKey, splitList } from '../../lib/format';
import { useIsPhone } from '../../lib/use-is-phone';
import { useServerAddress } from '../../lib/use-status';
import { CodeBlock } from '../../ui/code-block';
import { Modal } from '../../ui/modal';
import type { Token } from './token.types';
import { useTokenChoices } from './use-tokens';

/** Where there is none to choose from. */
const ANY_MODEL = 'gpt-4o-mini';

/** A first request with this very token; copied whole, shown without its key until one asks. */
export function TokenSamplesDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const address = useServerAddress();
  const choices = useTokenChoices();
  const models = token.model_limits_enabled ? splitList(token.model_limits) : choices.models;
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState(false);
  const model = chosen ?? models[0] ?? ANY_MODEL;
  const key = `sk-${token.key}`;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('token.samplesOf', { name: token.name })}
      size="lg"
      fullScreen={phone}
    >
      <Text size="sm" c="dimmed" mb="md">
        {t('token.samplesHint')}
      </Text>
      <Select
        label={t('common.model')}
        data={models.length > 0 ? models : [ANY_MODEL]}
        searchable
        allowDeselect={false}
        value={model}
        onChange={(wanted) => wanted !== null && setChosen(wanted)}
      />
      <Tabs defaultValue="curl" mt="md" keepMounted={false}>
        <Tabs.List aria-label={t('token.samples')}>
          {SAMPLE_LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SAMPLE_LANGUAGES.map((language) => {
          const code = SAMPLES[language]({ address, key, model });
          return (
            <Tabs.Panel key={language} value={language}>
              <CodeBlock
                code={code}
                shown={shown ? code : code.replaceAll(key, maskKey(token.key))}
                language={language}
              />
            </Tabs.Panel>
          );
        })}
      </Tabs>
      <Switch
        label={t('token.showKey')}
        checked={shown}
        onChange={(event) => setShown(event.currentTarget.checked)}
      />
    </Modal>
  );
}
