import { overlayPrice } from './genai-overlay.js';
import { normalizeModelName } from './model-name.js';

type Ratios = Readonly<Record<string, number>>;

/** Where operators say it. */
interface CacheTables {
  readonly modelPrice: Ratios;
  readonly cacheRatio: Ratios;
  readonly cacheCreationRatio: Ratios;
}

/** Prices of cached input relative to other input; absent where nobody names one, and the usual rules charge it. */
export interface CacheRatios {
  readonly read: number | undefined;
  /** Kept five minutes. */
  readonly write: number | undefined;
}

/** What operators, or else the public list, say of a model's cache. Of models priced by call there is nothing to say. */
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
