import type {
  LatestPriceChanges,
  PriceChangeResponse,
  PriceOperationResponse,
} from '#contract/resources/price-change';
import useSWR from 'swr';
import useSWRInfinite from 'swr/infinite';
import { get, withQuery } from '../../../../lib/api/api';

const PATH = '/api/prices/history';
/** The server keeps no more changes of a model, and names no more of an operation at once. */
const MAX_CHANGES = 100;
const OPERATIONS = 20;

/** When and by whom the price of a model was changed last. */
export function useLatestPriceChanges(): (model: string) => LatestPriceChanges[string] | undefined {
  const { data = {} } = useSWR(`${PATH}/latest`, (path: string) => get<LatestPriceChanges>(path));
  // Names of models may be those of inherited properties.
  return (model) => (Object.hasOwn(data, model) ? data[model] : undefined);
}

/** Changes of one model, or of one operation, newest first. */
export function usePriceChanges(of: { model: string } | { operation: string }) {
  return useSWR<PriceChangeResponse[], unknown>(
    withQuery(PATH, { ...of, size: MAX_CHANGES }),
    (path: string) => get<PriceChangeResponse[]>(path),
  );
}

/** What was changed together, newest first, page by page. */
export function usePriceOperations() {
  const { data, error, size, setSize, isValidating, mutate } = useSWRInfinite<
    PriceOperationResponse[],
    unknown
  >(
    (index, previous: PriceOperationResponse[] | null) => {
      if (index > 0 && (previous?.length ?? 0) < OPERATIONS) return null;
      return withQuery(`${PATH}/operations`, { size: OPERATIONS, before: previous?.at(-1)?.first_id });
    },
    (path: string) => get<PriceOperationResponse[]>(path),
  );
  return {
    operations: data?.flat(),
    error: data ? undefined : error,
    hasMore: (data?.at(-1)?.length ?? 0) >= OPERATIONS,
    isLoadingMore: isValidating && size > (data?.length ?? 0),
    more: () => void setSize(size + 1),
    reload: () => void mutate(),
  };
}
