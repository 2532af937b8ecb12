import { Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelJobResponse } from '#contract/resources/channels/channel-job';
import { messageOf } from '../../../lib/interaction/use-action';
import { LoadFailed } from '../../../ui/feedback/empty-state';
import { useFailedTests } from './use-failed-tests';
import { LazyBulkDialog } from '../../../ui/page/lazy-bulk-dialog';

/** Longer lists show this many channels and the number of the others. */
const NAMED = 8;

interface RunFailuresProps {
  /** A test of all channels that has ended. */
  run: ChannelJobResponse;
  /** Filters the list by failed tests. */
  onShow: () => void;
  /** Reloads the list. */
  refresh: () => Promise<void>;
}

/** The channels that failed in a test of all channels, why, and what can be done about it. */
export function RunFailures({ run, onShow, refresh }: RunFailuresProps) {
  const { t } = useTranslation();
  const { channels, error, others, enabled, again, testAgain, disable, reload } = useFailedTests(
    run,
    refresh,
  );
  const [isAsking, setAsking] = useState(false);
  if (!channels)
    return error === undefined ? null : (
      <LoadFailed message={messageOf(error)} onRetry={() => void reload()} />
    );
  const isTesting = again?.running === true;
  return (
    <>
      {channels.length === 0 && again && (
        <Text size="sm" mt="sm">
          {t('channel.failures.none')}
        </Text>
      )}
      {channels.length > 0 && <Failures channels={channels} />}
      {others > 0 && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('channel.failures.others', { n: others })}
        </Text>
      )}
      {channels.length > 0 && (
        <Group gap="xs" mt="sm">
          <Button size="xs" variant="default" onClick={onShow}>
            {t('channel.failures.show')}
          </Button>
          <Button size="xs" variant="default" disabled={isTesting} onClick={() => void testAgain()}>
            {isTesting
              ? t('channel.runDone', { done: again.done.length + again.failed.length, total: again.total })
              : t('channel.failures.again')}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            disabled={isTesting || enabled.length === 0}
            onClick={() => setAsking(true)}
          >
            {t('common.disable')}
          </Button>
        </Group>
      )}
      {isAsking && (
        <LazyBulkDialog
          job={{
            title: t('channel.failures.disableTitle', { n: enabled.length }),
            hint: t('channel.failures.disableHint'),
            confirm: t('common.disable'),
            danger: true,
            rows: enabled,
            perform: disable,
          }}
          nameOf={({ name }) => name}
          onDone={reload}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Failures({ channels }: { channels: ChannelResponse[] }) {
  const { t } = useTranslation();
  return (
    <>
      <List
        size="sm"
        mt="sm"
        spacing={4}
        listStyleType="none"
        role="list"
        aria-label={t('channel.failures.list')}
      >
        {channels.slice(0, NAMED).map(({ id, name, last_test: test }) => (
          <List.Item key={id} style={{ overflowWrap: 'anywhere' }}>
            <Text span size="sm" fw={500}>
              {name}
            </Text>{' '}
            <Text span size="sm" c="var(--mantine-color-error)" lineClamp={2}>
              {test?.message}
            </Text>
          </List.Item>
        ))}
      </List>
      {channels.length > NAMED && (
        <Text size="sm" c="dimmed" mt={4}>
          {t('channel.andMore', { n: channels.length - NAMED })}
        </Text>
      )}
    </>
  );
}
