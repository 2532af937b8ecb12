import { useMemo, useState } from 'react';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api';
import { nowSeconds } from '../../lib/format';
import { readText, writeText } from '../../lib/storage';
import { bucketsOf } from '../dashboard/buckets';
import type { UsageRow } from '../dashboard/dashboard.types';
import type { LogFilters } from './log.types';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** What the server tells users in one answer. */
const MONTH = 30 * DAY;
/** Bars by the hour up to this many seconds, then by the day. */
const HOURLY = 3 * DAY;
const KEY = 'logs-charts';

/** Whether the pictures are wanted; the browser remembers it. */
export function useChartsWanted(): [wanted: boolean, toggle: () => void] {
  const [wanted, setWanted] = useState(() => readText(KEY) === 'true');
  return [
    wanted,
    () => {
      writeText(KEY, wanted ? undefined : 'true');
      setWanted(!wanted);
    },
  ];
}

/** What the dashboard knows of the span, the models and the person that the log is narrowed to. */
export function useLogCharts(filters: LogFilters, admin: boolean) {
  // Without an end to the end of this hour, so that the question stays the same for a while.
  const end = Number(filters.end) || (Math.floor(nowSeconds() / HOUR) + 1) * HOUR;
  const start = Math.max(Number(filters.start) - (Number(filters.start) % HOUR), admin ? 0 : end - MONTH);
  const span = { start_timestamp: start, end_timestamp: end };
  const path = admin
    ? withQuery('/api/data/', { ...span, username: filters.username })
    : withQuery('/api/data/self/', span);
  const { data, error } = useSWR<UsageRow[], unknown>(path, (at: string) => get<UsageRow[]>(at), {
    keepPreviousData: true,
  });
  const hourly = end - start <= HOURLY;
  const buckets = useMemo(() => {
    const wanted = likeness(filters.model_name);
    const rows = data?.filter(({ model_name }) => wanted.test(model_name));
    return rows && bucketsOf(rows, hourly ? 'hour' : 'day');
  }, [data, filters.model_name, hourly]);
  return { buckets, error, hourly };
}

/** The pattern of the filter: `%` stands for anything, nothing for everything. */
function likeness(pattern: string): RegExp {
  if (pattern === '') return /^/;
  return new RegExp(
    `^${pattern
      .split('%')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
}
