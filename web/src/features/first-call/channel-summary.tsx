import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { ChannelStatus } from '#contract/enums';
import type { CreateChannelRequest, CreateTestedChannelResponse } from '#contract/resources/channels/channel';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useSWRConfig } from 'swr';
import { call } from '../../lib/api/api';
import { formatFixed } from '../../lib/format/format';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import { errorText } from '../../text/error-text';
import { RemedyNote } from '../../ui/feedback/remedy-note';
import { MultiSelect } from '../../ui/form/inputs';
import { Tag } from '../../ui/badge/tag';
import type { KeyChannel, useKeyChannel } from './use-key-channel';

/** The server gives up after a minute. */
const TEST_MS = 65_000;
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
  const [failed, setFailed] = useState<CreateTestedChannelResponse>();
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

  const save = useAction(
    () =>
      call<CreateTestedChannelResponse>('POST', '/api/channel/tested', { body: form, timeoutMs: TEST_MS }),
    async ({ data }) => {
      setFailed(data.saved ? undefined : data);
      if (!data.saved) return;
      toast.success(t('firstCall.channelWorks', { name, time: formatFixed(data.milliseconds / 1000, 2) }));
      await saved();
    },
  );
  const saveDisabled = useAction(
    () => call<null>('POST', '/api/channel/', { body: { ...form, status: ChannelStatus.disabled } }),
    async () => {
      toast.success(t('firstCall.savedDisabled', { name }));
      setFailed(undefined);
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
      <MultiSelect
        label={t('firstCall.tickedModels')}
        data={offered}
        value={models}
        onChange={setModels}
        searchable
        hidePickedOptions
        maxDropdownHeight={240}
      />
      <Group gap="sm">
        <Button loading={save.pending} disabled={models.length === 0} onClick={() => void save.run()}>
          {t('firstCall.testAndSave')}
        </Button>
        <Text size="xs" c="dimmed" flex={1} miw={180}>
          {t('firstCall.testHint', { model: models[0] ?? '–' })}
        </Text>
      </Group>
      {failed && (
        <Failure
          result={failed}
          pending={saveDisabled.pending}
          onSaveDisabled={() => void saveDisabled.run()}
        />
      )}
    </Stack>
  );
}

interface FailureProps {
  result: CreateTestedChannelResponse;
  pending: boolean;
  onSaveDisabled: () => void;
}

/** Why the test failed and what to do; nothing was saved. */
function Failure({ result: { url, status, error }, pending, onSaveDisabled }: FailureProps) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Alert color="red" title={t('firstCall.testFailed')} role="alert">
      <Stack gap={6}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {status > 0 && `${status} · `}
          {errorText(error)}
        </Text>
        {url !== '' && (
          <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        )}
        <RemedyNote code={status > 0 ? '' : error.code} status={status} />
        <Group gap="sm">
          <Button size="xs" variant="default" loading={pending} onClick={onSaveDisabled}>
            {t('firstCall.saveDisabled')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
