import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { changedQuery } from '../../lib/list/changed-query';
import { get, withQuery } from '../../lib/api/api';
import { nowSeconds } from '../../lib/format/format';
import { isAdmin, useSession } from '../../lib/api/session';
import { useSelf } from '../../lib/api/use-self';
import { useStatus } from '../../lib/api/use-status';
import { bucketsOf, byModel, sumsOf } from './buckets';
import type { UsageChartResponse, UsageGrain } from '#contract/resources/usage';
import {
  type Grain,
  GRAINS,
  type Metric,
  METRICS,
  type ModelUsage,
  type Span,
  type UsageSum,
  type View,
  VIEWS,
} from './dashboard.types';
import { colorsOf } from './model-colors';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds. The server's maximum range for users, and the longest range that is drawn by the hour. */
export const MONTH = 30 * DAY;
/** Seconds. Longer ranges are drawn by the day unless hours are chosen. */
const HOURLY = 3 * DAY;
const GRAIN_SECONDS: Record<Grain, number> = { hour: HOUR, day: DAY, week: 7 * DAY };
const REFRESH_MS = 60_000;
/** Parameters that only change how the same data is displayed. */
const LOOKS = ['model', 'metric', 'view', 'compare'];
const REACH: Record<Grain, number> = { hour: DAY, day: 7 * DAY, week: MONTH };

export interface DashboardQuery extends Span {
  grain: Grain;
  /** Administrators only; '' = all users. */
  username: string;
  /** The only model to show; '' = all. */
  model: string;
  metric: Metric;
  view: View;
  /** Compare with the preceding range. */
  compare: boolean;
}

/** The dashboard's query, kept in the URL, and its data. */
export function useDashboard() {
  const admin = isAdmin(useSession());
  const { query, ask, now } = useQuestion(admin);
  const account = useSelf();
  const [base, limits] = admin
    ? ['/api/data/chart', { username: query.username }]
    : (['/api/data/self/chart', {}] as const);
  const pathOf = ({ start, end }: Span, grain: UsageGrain) =>
    withQuery(base, {
      ...limits,
      start_timestamp: start,
      end_timestamp: end,
      grain,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      offset: hourOffset(start),
    });
  const [everyMinute, setEveryMinute] = useState(false);
  const reading = { keepPreviousData: true, refreshInterval: everyMinute ? REFRESH_MS : 0 };
  const usage = useSWR<UsageSum[], unknown>(pathOf(query, query.grain), load, reading);
  const earlier = spanBefore(query, now);
  const before = useSWR<UsageSum[], unknown>(
    // Without a comparison over time, its sums are enough.
    pathOf(earlier, query.compare ? query.grain : 'all'),
    load,
    reading,
  );
  const rows = usage.data;
  const shift = Math.round((query.start - earlier.start) / GRAIN_SECONDS[query.grain]);
  const compared = query.compare ? before.data : undefined;
  const answer = useMemo(
    () => rows && digest(rows, query.grain, compared, shift),
    [rows, query.grain, compared, shift],
  );
  const previous = useMemo(() => before.data && sumsOf(before.data), [before.data]);
  return {
    admin,
    query,
    ask,
    self: account.self,
    answer,
    previous,
    everyMinute,
    toggleEveryMinute: () => setEveryMinute((on) => !on),
    error: rows ? undefined : usage.error,
    isRefreshing: usage.isLoading && rows !== undefined,
    async refresh() {
      await Promise.all([usage.mutate(), before.mutate(), account.refresh()]);
    },
  };
}

export type Dashboard = ReturnType<typeof useDashboard>;
export type Digest = ReturnType<typeof digest>;

/** @param shift distance to the preceding range in hours, days or weeks, depending on `grain` */
function digest(rows: UsageSum[], grain: Grain, before: UsageSum[] = [], shift = 0) {
  const models = byModel(rows);
  const colors = colorsOf(models.map(({ model }) => model));
  // Days and weeks of the calendar, which are longer or shorter where clocks are changed.
  const moved = before.map((row) => ({
    ...row,
    created_at: dayjs.unix(row.created_at).add(shift, grain).unix(),
  }));
  return {
    sums: sumsOf(rows),
    buckets: bucketsOf(rows, grain, moved),
    models: models.map((usage): ModelUsage => ({ ...usage, color: colors.get(usage.model) ?? '' })),
  };
}

async function load(path: string): Promise<UsageSum[]> {
  const { times, models, cells } = await get<UsageChartResponse>(path);
  return cells.map(([time, model, quota, calls, tokens]) => ({
    created_at: times[time] ?? 0,
    model_name: models[model] ?? '',
    quota,
    count: calls,
    token_used: tokens,
  }));
}

function useQuestion(admin: boolean) {
  const preset = readGrain(useStatus().data_export_default_time) ?? 'hour';
  const [search, setSearch] = useSearchParams();
  const [now, setNow] = useState(nowSeconds);
  const chosen = readGrain(search.get('grain'));
  const end = seconds(search.get('end')) ?? now + HOUR;
  const start = seconds(search.get('start')) ?? now - REACH[chosen ?? preset];
  // Hundreds of hours are hard to tell apart, and much to load: they are drawn where they are asked for.
  const standard = preset === 'hour' && end - start > HOURLY ? 'day' : preset;
  const grain = chosen ?? standard;
  const query: DashboardQuery = {
    grain: grain === 'hour' && end - start > MONTH ? 'day' : grain,
    end,
    start: admin ? start : Math.max(start, end - MONTH),
    username: admin ? (search.get('username') ?? '') : '',
    model: search.get('model') ?? '',
    metric: METRICS.find((metric) => metric === search.get('metric')) ?? 'quota',
    view: VIEWS.find((view) => view === search.get('view')) ?? 'bars',
    compare: search.get('compare') === 'true',
  };

  /**
   * Changes the query; an empty value restores the default. Unless only the display changes, default times are counted
   * from now.
   */
  function ask(change: Record<string, string>): void {
    if (!Object.keys(change).every((key) => LOOKS.includes(key))) setNow(nowSeconds());
    const next = changedQuery((query) => {
      for (const [key, value] of Object.entries(change)) {
        if (value === '' || (key === 'grain' && value === standard)) query.delete(key);
        else query.set(key, value);
      }
    });
    setSearch(next, { preventScrollReset: true });
  }

  return { query, ask, now };
}

/** Seconds by which the hours of the local time zone differ from those of UTC; only some zones have any. */
function hourOffset(at: number): number {
  return (dayjs.unix(at).utcOffset() * 60) % HOUR;
}

/** The range directly before, as long as the elapsed part of this one; at least one hour. */
function spanBefore({ start, end }: Span, now: number): Span {
  const lasted = Math.max(HOUR, Math.min(end, now) - start);
  return { start: start - lasted, end: start - 1 };
}

function readGrain(text: string | null): Grain | undefined {
  return GRAINS.find((grain) => grain === text);
}

function seconds(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}
