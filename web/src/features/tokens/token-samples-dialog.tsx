import { Alert, Select, Switch, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAMPLE_LANGUAGES, SAMPLES } from '../../lib/models/code-samples';
import { displayedKey } from '#contract/masked-key';
import { splitList } from '../../lib/format/format';
import { useIsPhone } from '../../lib/browser/use-is-phone';
import { MODEL_PLACEHOLDER, sampleModel, usePricedModels } from '../../lib/models/sample-model';
import { useSession } from '../../lib/api/session';
import { useServerAddress } from '../../lib/api/use-status';
import { CodeBlock } from '../../ui/text/code-block';
import { Modal } from '../../ui/dialog/modal';
import { AUTO_GROUP } from '#contract/enums';
import type { TokenResponse } from '#contract/resources/token';
import { useTokenChoices } from './use-tokens';

/** Sample requests with this token. The key is masked until the user reveals it, but always copied in full. */
export function TokenSamplesDialog({ token, onClose }: { token: TokenResponse; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const address = useServerAddress();
  const choices = useTokenChoices();
  const limits = token.model_limits_enabled ? splitList(token.model_limits) : undefined;
  const models = limits ?? choices.models;
  const priced = usePricedModels();
  const own = useSession()?.group || 'default';
  const groups = token.group === AUTO_GROUP ? choices.autoGroups : [token.group || own];
  const sample = priced && sampleModel(priced, groups, limits && { allowed: limits });
  const [chosen, setChosen] = useState<string>();
  const [shown, setShown] = useState(false);
  const model = chosen ?? sample ?? MODEL_PLACEHOLDER;
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
        data={models}
        placeholder={MODEL_PLACEHOLDER}
        searchable
        allowDeselect={false}
        value={chosen ?? sample ?? null}
        onChange={(selected) => selected !== null && setChosen(selected)}
      />
      {priced && !sample && (
        <Alert color="yellow" mt="md" py={8}>
          {t('token.noSampleModel')}
        </Alert>
      )}
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
                shown={shown ? code : code.replaceAll(key, displayedKey(token.key))}
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
