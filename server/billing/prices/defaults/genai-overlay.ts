import { USD_PER_RATIO } from '../../../contract/quota.js';
import { defaultTables } from './default-tables.js';
import { baseAmount, listedModel, type ListedPrices } from './public-list.js';

/** Price of a model from a public price list, for models missing in the built-in tables, as ratios. */
export interface OverlayPrice {
  /** 1 = USD_PER_RATIO. */
  readonly modelRatio: number;
  readonly completionRatio: number;
  /** undefined when the list has no such price. */
  readonly cacheRatio: number | undefined;
  readonly creationRatio: number | undefined;
  readonly creationRatio1h: number | undefined;
}

/**
 * Current price of a model; undefined when the built-in tables contain the model, the list does not, or its price
 * cannot be expressed as token ratios. Prices above a context length are ignored. Takes about 10 µs, so callers should
 * cache the result.
 */
export function overlayPrice(name: string): OverlayPrice | undefined {
  if (Object.hasOwn(defaultTables.modelRatio, name) || Object.hasOwn(defaultTables.modelPrice, name))
    return undefined;
  return pricesAsRatios(listedModel(name)?.prices);
}

/** Prices of the list as ratios, those of short contexts; undefined where they are none per token. */
export function pricesAsRatios(prices: ListedPrices | undefined): OverlayPrice | undefined {
  if (!prices || prices.requests_kcount !== undefined) return undefined;
  const input = baseAmount(prices.input_mtok);
  const output = baseAmount(prices.output_mtok) ?? 0;
  // A listed price of 0 is more often a gap in the list than a free model; the operator may set 0.
  if (!input) return undefined;
  const relative = (usdPerMillion: number | undefined) =>
    usdPerMillion === undefined ? undefined : quotient(usdPerMillion, input);
  return {
    modelRatio: quotient(input, USD_PER_RATIO),
    completionRatio: quotient(output, input),
    cacheRatio: relative(baseAmount(prices.cache_read_mtok)),
    creationRatio: relative(baseAmount(prices.cache_write_mtok)),
    creationRatio1h: relative(baseAmount(prices.cache_write_1h_mtok)),
  };
}

/** Rounds ratios for display and logs: 0.1, not 0.09999999999999999. */
function quotient(a: number, b: number): number {
  return Number((a / b).toPrecision(12));
}
