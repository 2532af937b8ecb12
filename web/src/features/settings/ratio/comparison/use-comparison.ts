import type { PriceComparison } from '#contract/resources/price-comparison';
import useSWR from 'swr';
import { get } from '../../../../lib/api/api';

/** The prices here beside those of the public list. */
export function usePriceComparison() {
  const { data, error, isLoading, mutate } = useSWR<PriceComparison, unknown>(
    '/api/prices/comparison',
    (path: string) => get<PriceComparison>(path),
    { revalidateOnFocus: false },
  );
  return {
    comparison: data,
    isLoading: isLoading && !data,
    error: data ? undefined : error,
    refresh: async () => {
      await mutate();
    },
  };
}
