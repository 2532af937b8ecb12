import { useEffect, useState } from 'react';
import useSWR from 'swr';
import { changedQuery } from './changed-query';
import { call } from './api';
import { readText, writeText } from './storage';
import { useAddress } from './use-address';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const MAX_PAGE = 100;
const SIZE_KEY = 'page-size';

/** Filters live in the address as text; an empty text is no filter. */
export type Filters = Record<string, string>;

export interface ListQuery<F extends Filters> {
  /** From 1. */
  page: number;
  size: number;
  filters: F;
}

export interface ListRequest {
  path: string;
  /** The answer holds every row; pages are cut here. */
  whole?: boolean;
}

export interface ListOptions<F extends Filters> {
  /** Filters with their defaults; the address names only what differs. */
  filters: F;
  request: (query: ListQuery<F>) => ListRequest;
}

export interface List<T, F extends Filters = Filters> extends ListQuery<F> {
  rows: T[];
  total: number;
  /** The server sent no total, and there are rows after this page: `total` is one more than those seen. */
  totalUnknown?: boolean;
  /** Is any filter away from its default? */
  filtered: boolean;
  /** No rows to show yet. */
  isLoading: boolean;
  /** Rows of another page or filter are still shown while these load. */
  isRefreshing: boolean;
  error: unknown;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setFilters: (change: Partial<F>) => void;
  clearFilters: () => void;
  refresh: () => Promise<void>;
  /** Shows a changed row at once; the next refresh decides. */
  patchRows: (change: (rows: T[]) => T[]) => Promise<void>;
  /** Leaves a row out until it is shown again, whatever the server says. */
  hideRow: (id: number) => void;
  showRow: (id: number) => void;
}

/** As much of a list as tables need: what they show may be arranged differently from what came. */
export type ShownList<T, F extends Filters = Filters> = Omit<List<T, F>, 'patchRows' | 'hideRow' | 'showRow'>;

/** A list whose pages come from the server. */
export interface ServedList<T, F extends Filters = Filters> extends List<T, F> {
  /**
   * Rows of all pages that the filters leave, page by page, at most `limit`.
   * @param onProgress told the number of rows after each page
   */
  readAll: (limit: number, signal: AbortSignal, onProgress: (rows: number) => void) => Promise<T[]>;
}

interface Page<T> {
  rows: T[];
  total: number | undefined;
}

interface PagedData<T> {
  items: T[];
  total: number;
}

/** One paged list: page, size and filters in the address, rows through SWR. */
export function useList<T extends { id: number }, F extends Filters = Filters>(
  options: ListOptions<F>,
): ServedList<T, F> {
  const [search, setSearch] = useAddress();
  const [hidden, setHidden] = useState<number[]>([]);
  const page = positive(search.get('page')) ?? 1;
  const size = readSize(search.get('size'));
  const filters = readFilters(search, options.filters);
  const request = options.request({ page, size, filters });
  const { data, error, isLoading, isValidating, mutate } = useSWR<Page<T>, unknown>(
    request.path,
    (path: string) => fetchPage<T>(path),
    { keepPreviousData: true },
  );
  const found = data?.rows ?? [];
  const all = found.filter(({ id }) => !hidden.includes(id));
  const rows = request.whole ? all.slice((page - 1) * size, page * size) : all;
  const total = request.whole
    ? all.length
    : (data?.total ?? guessTotal(found.length, page, size)) - (found.length - all.length);
  const lastPage = Math.max(1, Math.ceil(total / size));

  function change(apply: (next: URLSearchParams) => void): void {
    setSearch(changedQuery(apply), { preventScrollReset: true });
  }

  const setPage = (wanted: number) => change((next) => put(next, 'page', String(wanted), '1'));

  useEffect(() => {
    if (data && !isValidating && rows.length === 0 && page > lastPage) setPage(lastPage);
  });

  return {
    page,
    size,
    filters,
    rows,
    total,
    totalUnknown: !request.whole && data !== undefined && data.total === undefined && found.length === size,
    error: data ? undefined : error,
    filtered: Object.keys(options.filters).some((key) => filters[key] !== options.filters[key]),
    isLoading: isLoading && !data,
    isRefreshing: isLoading && data !== undefined,
    setPage,
    setSize(wanted) {
      writeText(SIZE_KEY, String(wanted));
      change((next) => {
        next.delete('page');
        next.set('size', String(wanted));
      });
    },
    setFilters(wanted) {
      change((next) => {
        next.delete('page');
        for (const [key, value] of Object.entries(wanted)) {
          put(next, key, (value ?? '').trim(), options.filters[key] ?? '');
        }
      });
    },
    clearFilters() {
      change((next) => {
        next.delete('page');
        for (const key of Object.keys(options.filters)) next.delete(key);
      });
    },
    async refresh() {
      await mutate();
    },
    async readAll(limit, signal, onProgress) {
      if (request.whole) return all.slice(0, limit);
      const read: T[] = [];
      for (let next = 1; read.length < limit; next += 1) {
        const { path } = options.request({ page: next, size: MAX_PAGE, filters });
        const { rows: more } = await fetchPage<T>(path);
        signal.throwIfAborted();
        read.push(...more);
        onProgress(read.length);
        if (more.length < MAX_PAGE) break;
      }
      return read.slice(0, limit);
    },
    async patchRows(patch) {
      await mutate((current) => current && { ...current, rows: patch(current.rows) }, { revalidate: false });
    },
    hideRow: (id) => setHidden((ids) => [...ids, id]),
    showRow: (id) => setHidden((ids) => ids.filter((other) => other !== id)),
  };
}

async function fetchPage<T>(path: string): Promise<Page<T>> {
  const { data, total } = await call<T[] | PagedData<T>>('GET', path);
  return Array.isArray(data) ? { rows: data, total } : { rows: data.items, total: data.total };
}

/** Servers that send no total: offer one more page while the last one is full. */
function guessTotal(length: number, page: number, size: number): number {
  return (page - 1) * size + length + (length === size ? 1 : 0);
}

function readFilters<F extends Filters>(search: URLSearchParams, defaults: F): F {
  const entries = Object.entries(defaults).map(([key, value]) => [key, search.get(key) ?? value]);
  return Object.fromEntries(entries) as F;
}

function readSize(given: string | null): number {
  const wanted = positive(given) ?? positive(readText(SIZE_KEY) ?? null);
  return PAGE_SIZES.find((size) => size === wanted) ?? PAGE_SIZES[0];
}

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function put(search: URLSearchParams, key: string, value: string, usual: string): void {
  if (value === usual) search.delete(key);
  else search.set(key, value);
}
