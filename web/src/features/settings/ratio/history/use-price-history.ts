import type {
  LatestPriceChanges,
  PriceChangeResponse,
  PriceOperationResponse,
} from '#contract/resources/price-change';
import useSWR from 'swr';
import { get, withQuery } from '../../../../lib/api/api';
import { useCursorList } from '../../../../lib/list/use-cursor-list';

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

/** What was changed together, newest first. */
export function usePriceOperations() {
  const { rows: operations, ...list } = useCursorList<PriceOperationResponse>(
    {
      size: OPERATIONS,
      path: (before) => withQuery(`${PATH}/operations`, { size: OPERATIONS, before }),
    },
    (operation) => operation.first_id,
  );
  return { ...list, operations };
}
