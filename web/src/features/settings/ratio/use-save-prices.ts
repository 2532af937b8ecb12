import type {
  SavePricesRequest,
  SavePricesResponse,
  UndoPricesRequest,
} from '#contract/resources/price-change';
import { useSWRConfig } from 'swr';
import { afterPauses, call } from '../../../lib/api/api';
import { useConfirmSave } from '../save-confirmation';
import { isRefusal } from '../use-options';

const PATH = '/api/prices';
/** What shows prices. */
const SHOWN = ['/api/option/', '/api/pricing', '/api/prices', '/api/status'];

/** Changes prices, and reloads what shows them. Refusals that the user can confirm open a dialog. */
export function useSavePrices() {
  const { mutate } = useSWRConfig();
  const confirmSave = useConfirmSave();

  /** @throws ApiError; nothing was changed then */
  async function send(perform: (terms: { confirmed?: boolean }) => Promise<unknown>): Promise<void> {
    try {
      await perform({});
    } catch (problem) {
      if (!isRefusal(problem) || !(await confirmSave(problem, []))) throw problem;
      await perform({ confirmed: true });
    }
    await mutate((key) => {
      const [path] = Array.isArray(key) ? (key as unknown[]) : [key];
      return typeof path === 'string' && SHOWN.some((shown) => path.startsWith(shown));
    });
  }

  return {
    save: (changes: SavePricesRequest['changes'], how: NonNullable<SavePricesRequest['how']>) =>
      send((terms) =>
        afterPauses(() =>
          call<SavePricesResponse>('PUT', PATH, {
            body: { changes, how, ...terms } satisfies SavePricesRequest,
          }),
        ),
      ),
    undo: (change: Pick<UndoPricesRequest, 'operation' | 'model'>) =>
      send((terms) => call<SavePricesResponse>('POST', `${PATH}/undo`, { body: { ...change, ...terms } })),
  };
}
