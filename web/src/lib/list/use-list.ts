import { MAX_PAGE_SIZE } from '#contract/limits';
import type { ListExtras } from '#contract/query';
import { useEffect, useState, useEffectEvent } from 'react';
import useSWR from 'swr';
import { type SetURLSearchParams, useLocation, useSearchParams } from 'react-router-dom';
import { changedQuery } from './changed-query';
import { call } from '../api/api';
import { readText, writeText } from '../browser/storage';
import { defaultQuery, pageOf } from './views';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
const SIZE_KEY = 'page-size';

/** Filters are texts in the URL; an empty text = no filter. */
export type Filters = Record<string, string>;

export interface ListQuery<F extends Filters> {
  /** Starts at 1. */
  page: number;
  size: number;
  filters: F;
}

export interface ListRequest {
  path: string;
  /** The response contains every row; pages are cut in the client. */
  whole?: boolean;
}

export interface ListOptions<F extends Filters> {
  /** Filters with their defaults; the URL contains only those that differ. */
  filters: F;
  request: (query: ListQuery<F>) => ListRequest;
}

export interface List<T, F extends Filters = Filters> extends ListQuery<F> {
  rows: T[];
  total: number;
  /** The server sent no total and the page is full: `total` is one more than the rows up to this page. */
  totalUnknown?: boolean;
  /** Whether any filter differs from its default. */
  filtered: boolean;
  /** Loading, with no rows to show yet. */
  isLoading: boolean;
  /** Loading, while rows of another page or filter are still shown. */
  isRefreshing: boolean;
  error: unknown;
  setPage: (page: number) => void;
  setSize: (size: number) => void;
  setFilters: (change: Partial<F>) => void;
  clearFilters: () => void;
  refresh: () => Promise<void>;
  /** Changes the displayed rows at once; the next refresh replaces them. */
  patchRows: (change: (rows: T[]) => T[]) => Promise<void>;
  /** Hides a row until `showRow`, even if the server still returns it. */
  hideRow: (id: number) => void;
  showRow: (id: number) => void;
}

/** The part of a list that tables need; its rows may be arranged differently from the response. */
export type ShownList<T, F extends Filters = Filters> = Omit<List<T, F>, 'patchRows' | 'hideRow' | 'showRow'>;

/** A list that can also read all pages from the server. */
export interface ServedList<T, F extends Filters = Filters> extends List<T, F> {
  /**
   * Reads the rows of all pages under the current filters, at most `limit`.
   * @param onProgress called with the number of rows after each page
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

/** A paged list: page, size and filters in the URL, rows through SWR. */
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

  const setPage = (requestedPage: number) => change((next) => put(next, 'page', String(requestedPage), '1'));

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
    setSize(requestedSize) {
      writeText(SIZE_KEY, String(requestedSize));
      change((next) => {
        next.delete('page');
        next.set('size', String(requestedSize));
      });
    },
    setFilters(changes) {
      change((next) => {
        next.delete('page');
        for (const [key, value] of Object.entries(changes)) {
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
        const { path } = options.request({ page: next, size: MAX_PAGE_SIZE, filters });
        const { rows: more } = await fetchPage<T>(path);
        signal.throwIfAborted();
        read.push(...more);
        onProgress(read.length);
        if (more.length < MAX_PAGE_SIZE) break;
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
  const { data, total } = await call<T[] | PagedData<T>, Partial<ListExtras>>('GET', path);
  return Array.isArray(data) ? { rows: data, total } : { rows: data.items, total: data.total };
}

/** For servers that send no total: offers one more page while the last one is full. */
function guessTotal(length: number, page: number, size: number): number {
  return (page - 1) * size + length + (length === size ? 1 : 0);
}

function readFilters<F extends Filters>(search: URLSearchParams, defaults: F): F {
  const entries = Object.entries(defaults).map(([key, value]) => [key, search.get(key) ?? value]);
  return Object.fromEntries(entries) as F;
}

function readSize(parameter: string | null): number {
  const requested = positive(parameter) ?? positive(readText(SIZE_KEY) ?? null);
  return PAGE_SIZES.find((size) => size === requested) ?? PAGE_SIZES[0];
}

function positive(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

function put(search: URLSearchParams, key: string, value: string, usual: string): void {
  if (value === usual) search.delete(key);
  else search.set(key, value);
}

/** The query of a list's URL. A URL without a query starts with the page's default view. */
function useAddress(): [URLSearchParams, SetURLSearchParams] {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [start, setStart] = useState(() => (search.size === 0 ? defaultQuery(pageOf(pathname)) : undefined));
  if (start !== undefined && search.size > 0) setStart(undefined);

  const begin = useEffectEvent(() => {
    if (start !== undefined) setSearch(new URLSearchParams(start), { replace: true });
  });
  // Runs once, so that a query cleared later stays empty.
  useEffect(() => begin(), []);

  return [start === undefined ? search : new URLSearchParams(start), setSearch];
}
