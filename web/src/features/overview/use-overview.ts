import { OVERVIEW_PERIODS, type OverviewPeriod, type OverviewResponse } from '#contract/resources/overview';
import { useSearchParams } from 'react-router-dom';
import useSWR, { useSWRConfig } from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { useEvents } from '../../lib/api/use-events';
import { isAdmin, useSession } from '../../lib/api/session';
import { nowSeconds } from '../../lib/format/format';
import { changedQuery } from '../../lib/list/changed-query';

const REFRESH_MS = 5000;
export const PERIODS = Object.keys(OVERVIEW_PERIODS) as OverviewPeriod[];
const DEFAULT_PERIOD: OverviewPeriod = 'day';
const OF_ALL = '/api/overview';

/** A response with the time at which it arrived. */
interface Read<T> {
  path: string;
  /** Epoch seconds. */
  readAt: number;
  value: T;
}

/** The overview of the period in the address, live while the page is visible: by events, or else by asking. */
export function useOverview<T>(base: '/api/overview' | '/api/overview/self') {
  const [search, setSearch] = useSearchParams();
  const period = PERIODS.find((each) => each === search.get('period')) ?? DEFAULT_PERIOD;
  const path = withQuery(base, { period });
  const { mutate: change } = useSWRConfig();
  const isLive = useEvents(withQuery(`${base}/stream`, { period }), ({ event, data: json }) => {
    const readAt = nowSeconds();
    void change<Read<T>>(
      path,
      (before) =>
        event === 'overview'
          ? { path, readAt, value: JSON.parse(json) as T }
          : before?.path === path
            ? { ...before, readAt }
            : before,
      { revalidate: false },
    );
  });
  const { data, error, mutate } = useSWR<Read<T>, unknown>(path, read<T>, {
    keepPreviousData: true,
    refreshInterval: isLive ? 0 : REFRESH_MS,
    // SWR stops its interval at the first error, and its own retries become rarer and end.
    shouldRetryOnError: true,
    onErrorRetry: (_problem, _path, _config, revalidate, options) =>
      void setTimeout(() => void revalidate(options), REFRESH_MS),
  });
  const isOfPeriod = data?.path === path;

  function setPeriod(next: OverviewPeriod): void {
    const query = changedQuery((params) => {
      if (next === DEFAULT_PERIOD) params.delete('period');
      else params.set('period', next);
    });
    setSearch(query, { replace: true, preventScrollReset: true });
  }

  return {
    period,
    setPeriod,
    value: isOfPeriod || error === undefined ? data?.value : undefined,
    readAt: isOfPeriod ? data.readAt : undefined,
    /** The figures are those of another period until the response arrives. */
    isChanging: data !== undefined && !isOfPeriod,
    error,
    refresh: () => void mutate(),
  };
}

export type OverviewState<T> = ReturnType<typeof useOverview<T>>;

/** Number of channels that need attention and the name of the most urgent, for administrators; undefined while they are not known. */
export function useMostUrgent(): { total: number; name: string } | undefined {
  const admin = isAdmin(useSession());
  const path = admin ? withQuery(OF_ALL, { period: DEFAULT_PERIOD }) : null;
  const { data } = useSWR<Read<OverviewResponse>, unknown>(path, read<OverviewResponse>);
  const first = data?.value.attention[0];
  return data && first && { total: data.value.attention_total, name: first.name };
}

async function read<T>(path: string): Promise<Read<T>> {
  const value = await get<T>(path);
  return { path, readAt: nowSeconds(), value };
}
