import { useState } from 'react';
import useSWR from 'swr';
import { LogType } from '#contract/enums';
import { get, withQuery } from '../../lib/api/api';
import { nowSeconds, startOfToday } from '../../lib/format/format';
import { isAdmin, useSession } from '../../lib/api/session';
import { useList } from '../../lib/list/use-list';
import { resultOf } from './result-control';
import { type Exclusion, isExcluded, readExclusions, writeExclusions } from './exclusions';
import type { LogResponse, LogSumsResponse } from '#contract/resources/logs/log';
import type { ReceiptResponse } from '#contract/resources/logs/receipt';
import type { UserResponse } from '#contract/resources/accounts/user';

export interface LogFilters {
  [key: string]: string;
  /** Epoch seconds. */
  start: string;
  end: string;
  type: string;
  token_name: string;
  model_name: string;
  group: string;
  channel: string;
  username: string;
  request_id: string;
  /** Status, code or part of the message of a failed request. */
  error: string;
  /** Of `LOG_RESULTS`; '' = all. */
  result: string;
  /** Milliseconds, for slow ones; '' = the default. */
  slow_ms: string;
  /** Exclusions, applied in the browser; see `exclusions.ts`. */
  not: string;
}

const HOUR = 3600;
/** Seconds. The range that the list shows if both times are cleared. */
const RECENT = 3 * 24 * HOUR;

/** Filters set by a click on a value in a row. */
export interface QuickFilter {
  only: (exclusion: Exclusion) => void;
  exclude: (unwanted: Exclusion) => void;
  include: (again: Exclusion) => void;
  exclusions: Exclusion[];
}

/** The part of it that rows offer. */
export type QuickChoice = Pick<QuickFilter, 'only' | 'exclude'>;

/** The usage log: administrators see all users' rows, others their own. */
export function useLogs() {
  const admin = isAdmin(useSession());
  const [defaults] = useState(filterDefaults);
  const [recent] = useState(() => String(nowSeconds() - RECENT));
  const base = admin ? '/api/log/' : '/api/log/self/';
  const list = useList<LogResponse, LogFilters>({
    filters: defaults,
    request: ({ page, size, filters }) => ({
      path: withQuery(base, {
        p: page,
        page_size: size,
        type: filters.type,
        refund_type: LogType.refund,
        error_type: LogType.error,
        ...queryOf(within(filters, recent), admin),
      }),
    }),
  });
  const statPath = withQuery(admin ? '/api/log/stat' : '/api/log/self/stat', {
    type: list.filters.type,
    ...queryOf(within(list.filters, recent), admin),
  });
  const stat = useSWR(statPath, (path: string) => get<LogSumsResponse>(path), { keepPreviousData: true });
  const exclusions = readExclusions(list.filters.not);
  const included = (rows: LogResponse[]) => rows.filter((log) => !isExcluded(log, exclusions));
  const setExclusions = (next: Exclusion[]) => list.setFilters({ not: writeExclusions(next) });
  const without = ({ field, value }: Exclusion) =>
    exclusions.filter((each) => each.field !== field || each.value !== value);
  const quick: QuickFilter = {
    exclusions,
    only: ({ field, value }) => list.setFilters({ [field]: value }),
    exclude: (unwanted) => setExclusions([...without(unwanted), unwanted]),
    include: (again) => setExclusions(without(again)),
  };
  return {
    admin,
    /** Both times are cleared: only the last three days are shown. */
    onlyRecent: isUnbounded(list.filters),
    /** The filters with the effective time range. */
    bounded: within(list.filters, recent),
    quick,
    list: {
      ...list,
      rows: included(list.rows),
      readAll: async (...args: Parameters<typeof list.readAll>) => included(await list.readAll(...args)),
    },
    stat: stat.data,
    async refresh() {
      await Promise.all([list.refresh(), stat.mutate()]);
    },
  };
}

/** How a request was charged; loaded once an id is given. Not revalidated, because it never changes. */
export function useReceipt(id: number | undefined) {
  return useSWR<ReceiptResponse, unknown>(
    id === undefined ? null : `/api/log/${id}/receipt`,
    (path: string) => get<ReceiptResponse>(path),
    { revalidateOnFocus: false, revalidateIfStale: false },
  );
}

/** Loads a user once an id is given. */
export function useLogUser(id: number | undefined) {
  return useSWR<UserResponse, unknown>(id === undefined ? null : `/api/user/${id}`, (path: string) =>
    get<UserResponse>(path),
  );
}

function isUnbounded({ start, end }: LogFilters): boolean {
  return start === '' && end === '';
}

/** @param recent start of the last three days, in epoch seconds */
function within(filters: LogFilters, recent: string): LogFilters {
  return isUnbounded(filters) ? { ...filters, start: recent } : filters;
}

function queryOf(filters: LogFilters, admin: boolean) {
  const { start, end, token_name, model_name, group, channel, username, error } = filters;
  const result = resultOf(filters);
  // Ids are pasted, also into the address, with the spaces around them.
  const request_id = filters.request_id.trim();
  const own = {
    token_name,
    model_name,
    start_timestamp: start,
    end_timestamp: end,
    group,
    request_id,
    error,
    ...(result && { result }),
    ...(result === 'slow' && filters.slow_ms && { slow_ms: filters.slow_ms }),
  };
  return admin ? { ...own, username, channel } : own;
}

/** Today, until an hour from now. */
function filterDefaults(): LogFilters {
  return {
    start: String(startOfToday()),
    end: String(nowSeconds() + HOUR),
    type: '0',
    token_name: '',
    model_name: '',
    group: '',
    channel: '',
    username: '',
    request_id: '',
    error: '',
    result: '',
    slow_ms: '',
    not: '',
  };
}
