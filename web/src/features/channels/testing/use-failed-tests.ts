import { ChannelStatus } from '#contract/enums';
import { useState } from 'react';
import useSWR from 'swr';
import { call, get, withQuery } from '../../../lib/api/api';
import { useBatch } from '../../../lib/list/use-batch';
import type { ChannelResponse } from '#contract/resources/channels/channel';
import type { ChannelJobResponse } from '#contract/resources/channels/channel-job';
import { testChannel } from '../use-channels';

const PATH = withQuery('/api/channel/search', { test: 'failed' });

/** The channels whose test failed in a run that has ended, or since. */
export function useFailedTests(run: ChannelJobResponse, refresh: () => Promise<void>) {
  const { data, error, mutate } = useSWR<ChannelResponse[], unknown>(
    [PATH, run.finished_at],
    () => get<ChannelResponse[]>(PATH),
    { shouldRetryOnError: false },
  );
  // One after the other, because they may be of one provider.
  const batch = useBatch((channel: ChannelResponse) => testChannel(channel), { atOnce: 1 });
  const channels = data?.filter(({ last_test: test }) => (test?.at ?? 0) >= run.started_at);
  // Those that pass a second test leave the list, so the others are counted before.
  const [listed, setListed] = useState<number>();
  if (channels && listed === undefined) setListed(channels.length);

  async function reload(): Promise<void> {
    await Promise.all([mutate(), refresh()]);
  }

  return {
    /** Undefined while they are loaded, and if that fails. */
    channels,
    error,
    /** Number of channels that failed in the run and are not in the list. */
    others: Math.max(0, run.failed - (listed ?? run.failed)),
    reload,
    again: batch.state,
    async testAgain(): Promise<void> {
      await batch.start(channels ?? []);
      await reload();
    },
    enabled: channels?.filter(({ status }) => status === ChannelStatus.enabled) ?? [],
    disable: ({ id }: ChannelResponse) =>
      call<ChannelResponse>('PUT', '/api/channel/', { body: { id, status: ChannelStatus.disabled } }),
  };
}
