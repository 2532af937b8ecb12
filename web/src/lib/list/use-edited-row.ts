import { useState } from 'react';
import useSWR from 'swr';
import { get } from '../api/api';

/**
 * The row that a form edits: read from the server when the form opens, and kept as it was then, because the edit is
 * based on the values that the form displays.
 * @param path undefined while there is no row, as in the form of a new one
 */
export function useEditedRow<T>(path: string | undefined, load: (path: string) => Promise<T> = get) {
  const { data, error, isValidating, mutate } = useSWR<T, unknown>(path ?? null, load, {
    revalidateOnMount: true,
    revalidateOnFocus: false,
  });
  const [row, setRow] = useState<T>();
  // A cached row may be outdated until it was read again.
  if (row === undefined && data !== undefined && !isValidating) setRow(data);
  return {
    data: row,
    error: row === undefined && !isValidating ? error : undefined,
    retry: () => void mutate(),
  };
}
