import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api';
import { nowSeconds } from '../../lib/format';
import { isAdmin, useSession } from '../../lib/session';
import { useSelf } from '../../lib/use-self';
import { useStatus } from '../../lib/use-status';
import { bucketsOf, byModel, sumsOf } from './buckets';
import { type Grain, GRAINS, type ModelUsage, type Span, type UsageRow } from './dashboard.types';
import { colorsOf } from './model-colors';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** What the server allows users; finer bars than this many days make no picture either. */
export const MONTH = 30 * DAY;
const REACH: Record<Grain, number> = { hour: DAY, day: 7 * DAY, week: MONTH };

export interface DashboardQuery extends Span {
  grain: Grain;
  /** Administrators only; '' = everybody. */
  username: string;
  /** The only model to show; '' = all. */
  model: string;
}

/** The dashboard's question, kept in the address, and its answer. */
export function useDashboard() {
  const admin = isAdmin(useSession());
  const { query, ask } = useQuestion(admin);
  const account = useSelf();
  const [base, limits] = admin
    ? ['/api/data/', { username: query.username }]
    : (['/api/data/self/', {}] as const);
  const pathOf = ({ start, end }: Span) =>
    withQuery(base, { ...limits, start_timestamp: start, end_timestamp: end, default_time: query.grain });
  const usage = useSWR<UsageRow[], unknown>(pathOf(query), load, { keepPreviousData: true });
  const before = useSWR<UsageRow[], unknown>(pathOf(spanBefore(query)), load, { keepPreviousData: true });
  const rows = usage.data;
  const answer = useMemo(() => rows && digest(rows, query.grain), [rows, query.grain]);
  const previous = useMemo(() => before.data && sumsOf(before.data), [before.data]);
  return {
    admin,
    query,
    ask,
    self: account.self,
    answer,
    previous,
    error: rows ? undefined : usage.error,
    isRefreshing: usage.isLoading && rows !== undefined,
    async refresh() {
      await Promise.all([usage.mutate(), before.mutate(), account.refresh()]);
    },
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;
export type Digest = ReturnType<typeof digest>;

function digest(rows: UsageRow[], grain: Grain) {
  const models = byModel(rows);
  const colors = colorsOf(models.map(({ model }) => model));
  return {
    sums: sumsOf(rows),
    buckets: bucketsOf(rows, grain),
    models: models.map((usage): ModelUsage => ({ ...usage, color: colors.get(usage.model) ?? '' })),
  };
}

function load(path: string): Promise<UsageRow[]> {
  return get<UsageRow[]>(path);
}

function useQuestion(admin: boolean) {
  const preset = readGrain(useStatus().data_export_default_time) ?? 'hour';
  const [search, setSearch] = useSearchParams();
  const [now, setNow] = useState(nowSeconds);
  const wanted = readGrain(search.get('grain')) ?? preset;
  const end = seconds(search.get('end')) ?? now + HOUR;
  const start = seconds(search.get('start')) ?? now - REACH[wanted];
  const query: DashboardQuery = {
    grain: wanted === 'hour' && end - start > MONTH ? 'day' : wanted,
    end,
    start: admin ? start : Math.max(start, end - MONTH),
    username: admin ? (search.get('username') ?? '') : '',
    model: search.get('model') ?? '',
  };

  /** Empty texts go back to what is usual, counted from now. */
  function ask(change: Record<string, string>): void {
    setNow(nowSeconds());
    setSearch(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [key, value] of Object.entries(change)) {
          if (value === '' || (key === 'grain' && value === preset)) next.delete(key);
          else next.set(key, value);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  }

  return { query, ask };
}

/** As long as the range has lasted so far, right before it. */
function spanBefore({ start, end }: Span): Span {
  const lasted = Math.max(HOUR, Math.min(end, nowSeconds()) - start);
  return { start: start - lasted, end: start - 1 };
}

function readGrain(text: string | null): Grain | undefined {
  return GRAINS.find((grain) => grain === text);
}

function seconds(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
