import { Alert, Select, Switch, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayedKey } from '#contract/masked-key';
import type { TokenResponse } from '#contract/resources/token';
import { obstacle } from '../../lib/models/client-samples';
import { SAMPLE_NAMES, SAMPLES } from '../../lib/models/code-samples';
import { MODEL_PLACEHOLDER } from '../../lib/models/sample-model';
import { CodeBlock } from '../../ui/text/code-block';
import type { TokenSample } from './use-token-sample';

interface TokenSamplesProps {
  token: TokenResponse;
  sample: TokenSample;
}

/**
 * Requests and configurations of clients with a token, as tabs. The key is masked until the user reveals it, but always copied in
 * full; where it is not shown again, a placeholder stands for it.
 */
export function TokenSamples({ token, sample }: TokenSamplesProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const { parts, hasKey, models, model, choose, isMissing } = sample;
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t(hasKey ? 'token.samplesHint' : 'token.samplesNoKey')}
      </Text>
      <Select
        label={t('common.model')}
        data={models}
        placeholder={MODEL_PLACEHOLDER}
        searchable
        allowDeselect={false}
        value={model ?? null}
        onChange={(selected) => selected !== null && choose(selected)}
      />
      {isMissing && (
        <Alert color="yellow" mt="md" py={8}>
          {t('token.noSampleModel')}
        </Alert>
      )}
      <Tabs defaultValue="curl" mt="md" keepMounted={false}>
        <Tabs.List aria-label={t('token.samples')}>
          {SAMPLE_NAMES.map((name) => (
            <Tabs.Tab key={name} value={name} px="sm">
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SAMPLE_NAMES.map((name) => {
          const code = SAMPLES[name](parts);
          const obstructed = obstacle(name, parts.address);
          return (
            <Tabs.Panel key={name} value={name}>
              <CodeBlock
                code={code}
                shown={shown || !hasKey ? code : code.replaceAll(parts.key, displayedKey(token.key))}
                language={name}
              />
              {obstructed && (
                <Text size="sm" c="dimmed" mb="xs">
                  {t(`token.unreachable.${obstructed}`)}
                </Text>
              )}
            </Tabs.Panel>
          );
        })}
      </Tabs>
      {hasKey && (
        <Switch
          label={t('token.showKey')}
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
