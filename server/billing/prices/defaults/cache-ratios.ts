import { overlayPrice } from './genai-overlay.js';
import { normalizeModelName } from '../model-name.js';

type Ratios = Readonly<Record<string, number>>;

/** Price tables set by operators. */
interface CacheTables {
  readonly modelPrice: Ratios;
  readonly cacheRatio: Ratios;
  readonly cacheCreationRatio: Ratios;
  /** PublicPriceListEnabled; absent: true. */
  readonly publicList?: boolean;
}

/** Prices of cached input relative to other input; undefined where no table has one and the default rules apply. */
export interface CacheRatios {
  readonly read: number | undefined;
  /** Cache writes kept for five minutes. */
  readonly write: number | undefined;
  /** Those that the public price list has, and no operator set. */
  readonly listed: readonly ('cache_ratio' | 'cache_creation_ratio')[];
}

/** Cache ratios from the operator's tables, else from the public price list. Models priced per call have none. */
export function namedCacheRatios(tables: CacheTables, requestedModel: string): CacheRatios {
  const model = normalizeModelName(requestedModel);
  if (Object.hasOwn(tables.modelPrice, model)) return { read: undefined, write: undefined, listed: [] };
  const listed = tables.publicList === false ? undefined : overlayPrice(model);
  const of = (table: Ratios) => (Object.hasOwn(table, model) ? table[model] : undefined);
  const set = { read: of(tables.cacheRatio), write: of(tables.cacheCreationRatio) };
  const fromList = (part: 'cache_ratio' | 'cache_creation_ratio', own?: number, ratio?: number) =>
    own === undefined && ratio !== undefined ? [part] : [];
  return {
    read: set.read ?? listed?.cacheRatio,
    write: set.write ?? listed?.creationRatio,
    listed: [
      ...fromList('cache_ratio', set.read, listed?.cacheRatio),
      ...fromList('cache_creation_ratio', set.write, listed?.creationRatio),
    ],
  };
}
