import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import useSWR from 'swr';
import { call, get } from '../../lib/api/api';
import { toast } from '../../lib/interaction/toast';
import { useAction } from '../../lib/interaction/use-action';
import type { ChannelJobResponse } from '#contract/resources/channels/channel-job';

/** Poll interval while a run is active. */
const POLL_MS = 1500;

export type RunKind = 'test' | 'update_balance';

/**
 * Starts and polls a run over all channels, including runs started by other administrators. Calls `onProgress` when rows
 * have changed.
 */
export function useChannelRun(kind: RunKind, onProgress: () => Promise<void>) {
  const { t } = useTranslation();
  const { data, mutate } = useSWR<ChannelJobResponse, unknown>(
    `/api/channel/${kind}/status`,
    (path: string) => get<ChannelJobResponse>(path),
    { refreshInterval: (state) => (isUnderWay(state) ? POLL_MS : 0), shouldRetryOnError: false },
  );
  const [watched, setWatched] = useState(false);
  const underWay = isUnderWay(data);
  if (underWay && !watched) setWatched(true);
  const before = useRef({ underWay, done: 0 });

  const start = useAction(
    () => call<null>('GET', `/api/channel/${kind}`),
    async () => {
      toast.info(t(kind === 'test' ? 'channel.testAllStarted' : 'channel.balanceAllStarted'));
      // First, so that the result of an earlier run is not shown.
      const state = await mutate();
      setWatched(true);
      // A short run may have finished before the first poll.
      if (!isUnderWay(state)) await onProgress();
    },
  );

  useEffect(() => {
    const last = before.current;
    before.current = { underWay, done: data?.done ?? 0 };
    if (underWay ? last.done !== data?.done : last.underWay) void onProgress();
    if (last.underWay && data?.state === 'done')
      toast.info(t(kind === 'test' ? 'channel.testAllOk' : 'channel.balanceAllOk'));
  }, [underWay, data, kind, onProgress, t]);

  return { kind, start, underWay, shown: watched ? data : undefined, hide: () => setWatched(false) };
}

export type ChannelRun = ReturnType<typeof useChannelRun>;

function isUnderWay(state: ChannelJobResponse | undefined): boolean {
  return state?.state === 'waiting' || state?.state === 'running';
}
