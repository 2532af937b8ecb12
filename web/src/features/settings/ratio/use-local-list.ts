import { useState } from 'react';
import { PAGE_SIZES, type ShownList } from '../../../lib/list/use-list';

/**
 * Search and pagination over rows that are already loaded.
 * @param initial the text that is searched first
 */
export function useLocalList<T extends { name: string }>(
  all: T[],
  initial = '',
): ShownList<T, { keyword: string }> {
  const [keyword, setKeyword] = useState(initial);
  const [requestedPage, setPage] = useState(1);
  const [size, setSize] = useState<number>(PAGE_SIZES[0]);
  const search = keyword.toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(search));
  const page = Math.min(requestedPage, Math.max(1, Math.ceil(found.length / size)));

  function filter(text: string) {
    setKeyword(text.trim());
    setPage(1);
  }

  return {
    page,
    size,
    filters: { keyword },
    rows: found.slice((page - 1) * size, page * size),
    total: found.length,
    filtered: keyword !== '',
    isLoading: false,
    isRefreshing: false,
    error: undefined,
    setPage,
    setSize(count) {
      setSize(count);
      setPage(1);
    },
    setFilters: ({ keyword: text }) => filter(text ?? keyword),
    clearFilters: () => filter(''),
    refresh: () => Promise.resolve(),
  };
}
