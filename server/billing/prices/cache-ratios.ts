import { overlayPrice } from './genai-overlay.js';
import { normalizeModelName } from './model-name.js';

type Ratios = Readonly<Record<string, number>>;

/** Price tables set by operators. */
interface CacheTables {
  readonly modelPrice: Ratios;
  readonly cacheRatio: Ratios;
  readonly cacheCreationRatio: Ratios;
}

/** Prices of cached input relative to other input; undefined where no table has one and the default rules apply. */
export interface CacheRatios {
  readonly read: number | undefined;
  /** Cache writes kept for five minutes. */
  readonly write: number | undefined;
}

/** Cache ratios from the operator's tables, else from the public price list. Models priced per call have none. */
export function namedCacheRatios(tables: CacheTables, requestedModel: string): CacheRatios {
  const model = normalizeModelName(requestedModel);
  if (Object.hasOwn(tables.modelPrice, model)) return { read: undefined, write: undefined };
  const listed = overlayPrice(model);
  const of = (table: Ratios) => (Object.hasOwn(table, model) ? table[model] : undefined);
  return {
    read: of(tables.cacheRatio) ?? listed?.cacheRatio,
    write: of(tables.cacheCreationRatio) ?? listed?.creationRatio,
  };
}
