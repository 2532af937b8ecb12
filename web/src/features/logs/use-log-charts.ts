import { useMemo, useState } from 'react';
import useSWR from 'swr';
import { get, withQuery } from '../../lib/api/api';
import { nowSeconds } from '../../lib/format/format';
import { readText, writeText } from '../../lib/browser/storage';
import { bucketsOf } from '../dashboard/buckets';
import type { UsageResponse } from '#contract/resources/usage';
import type { LogFilters } from './use-logs';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seconds. The longest range the server returns to users. */
const MONTH = 30 * DAY;
/** Seconds. Ranges up to this length have hourly bars, longer ones daily bars. */
const HOURLY = 3 * DAY;
const KEY = 'logs-charts';

/** Whether the charts are shown; stored in the browser. */
export function useChartsShown(): [isShown: boolean, toggle: () => void] {
  const [isShown, setIsShown] = useState(() => readText(KEY) === 'true');
  return [
    isShown,
    () => {
      writeText(KEY, isShown ? undefined : 'true');
      setIsShown(!isShown);
    },
  ];
}

/** Usage data for the log's time range, filtered by model and, for administrators, by user. */
export function useLogCharts(filters: LogFilters, admin: boolean) {
  // Without an end time: until the end of the current hour, so that the request path stays stable.
  const end = Number(filters.end) || (Math.floor(nowSeconds() / HOUR) + 1) * HOUR;
  const start = Math.max(Number(filters.start) - (Number(filters.start) % HOUR), admin ? 0 : end - MONTH);
  const span = { start_timestamp: start, end_timestamp: end };
  const path = admin
    ? withQuery('/api/data/', { ...span, username: filters.username })
    : withQuery('/api/data/self/', span);
  const { data, error } = useSWR<UsageResponse[], unknown>(path, (at: string) => get<UsageResponse[]>(at), {
    keepPreviousData: true,
  });
  const hourly = end - start <= HOURLY;
  const buckets = useMemo(() => {
    const pattern = likeness(filters.model_name);
    const rows = data?.filter(({ model_name }) => pattern.test(model_name));
    return rows && bucketsOf(rows, hourly ? 'hour' : 'day');
  }, [data, filters.model_name, hourly]);
  return { buckets, error, hourly };
}

/** Compiles the filter's pattern: `%` matches any text, an empty pattern everything. */
function likeness(pattern: string): RegExp {
  if (pattern === '') return /^/;
  return new RegExp(
    `^${pattern
      .split('%')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );
}
