import { ChannelStatus } from '#contract/enums';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { useBatch } from '../../lib/list/use-batch';
import type { ChannelJobResponse, ChannelResponse } from '#contract/resources/channel';
import { testChannel } from './use-channels';

const PATH = withQuery('/api/channel/search', { test: 'failed' });

/** The channels whose test failed in a run that has ended, or since. */
export function useFailedTests(run: ChannelJobResponse, refresh: () => Promise<void>) {
  const { data, mutate } = useSWR<ChannelResponse[], unknown>([PATH, run.finished_at], () =>
    get<ChannelResponse[]>(PATH),
  );
  // One after the other, because they may be of one provider.
  const batch = useBatch((channel: ChannelResponse) => testChannel(channel), { atOnce: 1 });
  const channels = data?.filter(({ last_test: test }) => (test?.at ?? 0) >= run.started_at);

  async function reload(): Promise<void> {
    await Promise.all([mutate(), refresh()]);
  }

  return {
    /** Undefined while they are loaded. */
    channels,
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
