import useSWRInfinite from 'swr/infinite';
import { get } from '../api/api';

interface CursorList {
  /** Rows of a page; a page with fewer is the last one. */
  size: number;
  /** @param before the cursor; undefined: the first page */
  path: (before: number | undefined) => string;
}

/**
 * A list that grows by pages, newest first, each of which begins before the last row of the one above it.
 * @param cursorOf what the next page begins before
 */
export function useCursorList<T>({ size, path }: CursorList, cursorOf: (row: T) => number) {
  const swr = useSWRInfinite<T[], unknown>(
    (index, previous: T[] | null) => {
      const last = previous?.at(-1);
      if (index > 0 && (last === undefined || (previous?.length ?? 0) < size)) return null;
      return path(last && cursorOf(last));
    },
    (address: string) => get<T[]>(address),
    { keepPreviousData: true },
  );
  const { data, error, mutate, isValidating } = swr;
  return {
    /** Undefined until the first page has come. */
    rows: data?.flat(),
    error: data ? undefined : error,
    hasMore: (data?.at(-1)?.length ?? 0) >= size,
    isLoadingMore: isValidating && swr.size > (data?.length ?? 0),
    more: () => void swr.setSize(swr.size + 1),
    reload: () => void mutate(),
  };
}
