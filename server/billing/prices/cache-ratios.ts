import { overlayPrice } from './genai-overlay.js';
import { normalizeModelName } from './model-name.js';
import type { PriceTables } from './price-book.js';

/** Prices of cached input relative to other input; absent where nobody names one, and the usual rules charge it. */
export interface CacheRatios {
  readonly read: number | undefined;
  /** Kept five minutes. */
  readonly write: number | undefined;
}

/** What operators, or else the public list, say of a model's cache. Of models priced by call there is nothing to say. */
export function namedCacheRatios(
  tables: Pick<PriceTables, 'modelPrice' | 'cacheRatio' | 'cacheCreationRatio'>,
  requestedModel: string,
): CacheRatios {
  const model = normalizeModelName(requestedModel);
  if (Object.hasOwn(tables.modelPrice, model)) return { read: undefined, write: undefined };
  const listed = overlayPrice(model);
  const of = (table: Readonly<Record<string, number>>) =>
    Object.hasOwn(table, model) ? table[model] : undefined;
  return {
    read: of(tables.cacheRatio) ?? listed?.cacheRatio,
    write: of(tables.cacheCreationRatio) ?? listed?.creationRatio,
  };
}
