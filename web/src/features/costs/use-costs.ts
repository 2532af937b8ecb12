import type {
  CostDimension,
  CostProofResponse,
  CostsRequestInput,
  CostsResponse,
} from '#contract/resources/costs/costs';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { call, get, withQuery } from '../../lib/api/api';
import { isAdmin, useSession } from '../../lib/api/session';
import { nowSeconds } from '../../lib/format/format';
import { changedQuery } from '../../lib/list/changed-query';
import { type CostView, type Filtered, readView, requestFilters, spanOf, writeView } from './cost-query';

const PATH = '/api/costs/query';
/** Values with an area of their own. */
const SERIES = 8;
/** Rows that are read at first: thousands take time. */
const FIRST_ROWS = 200;
/** Longest period that is drawn by the hour, seconds. */
const HOURLY = 3 * 86_400;

/** The costs of the view in the address. */
export function useCosts() {
  const admin = isAdmin(useSession());
  const [search, setSearch] = useSearchParams();
  const [now, setNow] = useState(nowSeconds);
  const view = readView(search, admin);
  /** The dimension all of whose values were asked for. */
  const [whole, setWhole] = useState<CostDimension>();
  const isWhole = whole === view.by;
  const span = spanOf(view.period, now);
  const grain = span.to - span.from <= HOURLY ? 'hour' : 'day';
  const request = requestOf(view, span, view.by, {
    series: { by: grain, measure: view.measure, values: SERIES },
    ...(isWhole ? {} : { limit: FIRST_ROWS }),
  });
  const { data, error, mutate, isLoading } = useQuery(request);
  const proof = useSWR<CostProofResponse, unknown>(withQuery('/api/costs/proof', span), (path: string) =>
    get<CostProofResponse>(path),
  );

  function change(next: Partial<CostView>): void {
    const query = changedQuery((params) => writeView(params, { ...view, ...next }));
    setSearch(query, { preventScrollReset: true });
  }

  function setFilter(name: Filtered, values: readonly string[]): void {
    const { [name]: _before, ...filters } = view.filters;
    change({ filters: values.length > 0 ? { ...filters, [name]: [...values] } : filters });
  }

  return {
    admin,
    view,
    span,
    change,
    setFilter,
    costs: data,
    error: data ? undefined : error,
    /** Reads the rows that the sum of the others stands for; undefined if all were read. */
    readRest: isWhole ? undefined : () => setWhole(view.by),
    isChanging: isLoading && data !== undefined,
    proof: proof.data,
    refresh() {
      setNow(nowSeconds());
      void mutate();
      void proof.mutate();
    },
    /** Rows by both dimensions, for a file. */
    readAll: () =>
      read(requestOf(view, span, view.by, view.thenBy === undefined ? {} : { then_by: view.thenBy })),
  };
}

export type CostsState = ReturnType<typeof useCosts>;

/** The second dimension of one value of the first. */
export function useInnerCosts({ view, span }: CostsState, thenBy: CostDimension, key: string) {
  const isFilter = view.by !== 'day' && view.by !== 'hour';
  const inner = isFilter
    ? { span, filters: { ...view.filters, [view.by]: [key] } }
    : { span: spanOfTime(view.by, Number(key), span), filters: view.filters };
  return useQuery(requestOf({ ...view, filters: inner.filters }, inner.span, thenBy, { limit: FIRST_ROWS }));
}

function spanOfTime(by: CostDimension, from: number, { to }: { to: number }) {
  // A day may have 25 hours, but the rows of the next one begin with its first.
  return { from, to: Math.min(to, from + (by === 'hour' ? 3600 : 86_400)) };
}

function requestOf(
  view: CostView,
  { from, to }: { from: number; to: number },
  by: CostDimension,
  more: Pick<CostsRequestInput, 'series' | 'then_by' | 'limit'>,
): CostsRequestInput {
  return {
    from,
    to,
    by,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    filters: requestFilters(view.filters),
    ...more,
  };
}

function useQuery(request: CostsRequestInput) {
  return useSWR<CostsResponse, unknown>([PATH, JSON.stringify(request)], () => read(request), {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
}

async function read(request: CostsRequestInput): Promise<CostsResponse> {
  return (await call<CostsResponse>('POST', PATH, { body: request })).data;
}
