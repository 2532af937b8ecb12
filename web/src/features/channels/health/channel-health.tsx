import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react';
import useSWR from 'swr';
import type { ChannelHealthResponse } from '#contract/resources/channels/channel-health';
import { get, withQuery } from '../../../lib/api/api';
import { usePoll } from '../../../lib/api/use-poll';
import { nowSeconds, startOfToday } from '../../../lib/format/format';

/** Milliseconds for which the list waits for the first figures, so that it does not move down below the strip. */
const WAIT_MS = 500;
const NONE: readonly ChannelHealthResponse[] = [];

export interface ChannelHealth {
  /** Undefined: not called within the day, nothing is wrong, or not loaded. */
  of: (id: number) => ChannelHealthResponse | undefined;
  /** Channels that need attention, the most urgent first. */
  troubled: readonly ChannelHealthResponse[];
  isLoaded: boolean;
  /** The first figures are loading, and not for long. */
  isPending: boolean;
  /** The last refresh failed: the time of the figures that are shown, Unix seconds; 0 = there are none. */
  outdated: number | undefined;
}

const Context = createContext<ChannelHealth>({
  of: () => undefined,
  troubled: NONE,
  isLoaded: false,
  isPending: false,
  outdated: undefined,
});

/** Loads the figures of all channels every five seconds. The cells read them, so that new ones do not render the rows again. */
export function ChannelHealthProvider({ children }: { children: ReactNode }) {
  const [isSlow, setSlow] = useState(false);
  const [outdated, setOutdated] = useState<number>();
  const loadedAt = useRef(0);
  const { data, error, mutate } = useSWR<ChannelHealthResponse[], unknown>(
    withQuery('/api/channel/health', { today: startOfToday() }),
    (path: string) => get<ChannelHealthResponse[]>(path),
    {
      keepPreviousData: true,
      // The next refresh is the retry.
      shouldRetryOnError: false,
      loadingTimeout: WAIT_MS,
      onLoadingSlow: () => setSlow(true),
      onSuccess() {
        loadedAt.current = nowSeconds();
        setOutdated(undefined);
      },
      onError: () => setOutdated(loadedAt.current),
    },
  );
  usePoll(true, () => mutate());

  const isPending = data === undefined && error === undefined && !isSlow;
  const health = useMemo<ChannelHealth>(() => {
    const rows = new Map(data?.map((row) => [row.id, row]));
    return {
      of: (id) => rows.get(id),
      troubled: data?.filter(({ attention }) => attention.length > 0) ?? NONE,
      isLoaded: data !== undefined,
      isPending,
      outdated,
    };
  }, [data, isPending, outdated]);
  return <Context value={health}>{children}</Context>;
}

export function useChannelHealth(): ChannelHealth {
  return use(Context);
}
