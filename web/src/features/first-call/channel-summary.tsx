import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { CreateChannelRequest } from '#contract/resources/channels/channel';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { formatFixed } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { Tag } from '../../ui/badge/tag';
import { ModelChecklist } from '../channels/form/model-checklist';
import { TestResult } from '../channels/form/testing/test-result';
import { useTestedCreation } from '../channels/form/testing/use-tested-creation';
import type { KeyChannel, useKeyChannel } from './use-key-channel';

/** Lists of models change with the first channel. */
const MODEL_PATHS = ['/api/pricing', '/api/user/models'];

interface ChannelSummaryProps {
  channel: ReturnType<typeof useKeyChannel>;
  chosen: KeyChannel;
  onSaved: () => Promise<void>;
}

/** What was found for a key: its provider, models and their prices, and the button that tests and saves the channel. */
export function ChannelSummary({ channel, chosen, onSaved }: ChannelSummaryProps) {
  const { t } = useTranslation();
  const { mutate } = useSWRConfig();
  const { models, priced, setModels } = channel;
  const { candidate, name, offered, isListed, key } = chosen;

  const form = {
    type: candidate.type,
    name,
    key,
    base_url: candidate.base_url,
    models: models.join(','),
    group: 'default',
    auto_ban: 1,
  } satisfies CreateChannelRequest;

  async function saved() {
    await Promise.all([
      onSaved(),
      mutate((path) => MODEL_PATHS.includes(String(Array.isArray(path) ? path[0] : path))),
    ]);
  }

  const { failed, create, createDisabled } = useTestedCreation(
    async (milliseconds) => {
      toast.success(t('firstCall.channelWorks', { name, time: formatFixed(milliseconds / 1000, 2) }));
      await saved();
    },
    async () => {
      toast.success(t('firstCall.savedDisabled', { name }));
      channel.clear();
      await saved();
    },
  );

  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Tag color="blue">{name}</Tag>
        <Text size="sm">
          {isListed ? t('firstCall.modelsListed', { n: offered.length }) : t('firstCall.modelsUsual')}
        </Text>
        {priced !== undefined && (
          <Text size="sm" c="dimmed">
            {t('firstCall.prices', { n: priced, of: models.length })}{' '}
            {priced < models.length && (
              <Anchor component={Link} to="/prices?view=unset" target="_blank" size="sm" underline="always">
                {t('channelForm.setPrices')}
              </Anchor>
            )}
          </Text>
        )}
      </Group>
      <ModelChecklist
        label={t('firstCall.tickedModels')}
        offered={channel.listed}
        chosen={models}
        onChange={setModels}
      />
      <Group gap="sm">
        <Button loading={create.pending} disabled={models.length === 0} onClick={() => void create.run(form)}>
          {t('unsavedTest.testAndSave')}
        </Button>
        <Text size="xs" c="dimmed" flex={1} miw={180}>
          {t('firstCall.testHint', { model: models[0] ?? '–' })}
        </Text>
      </Group>
      {failed && (
        <TestResult
          result={failed}
          pending={createDisabled.pending}
          onSaveDisabled={() => void createDisabled.run(form)}
        />
      )}
    </Stack>
  );
}
