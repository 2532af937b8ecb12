import type { ListedPart, PriceSource } from '../../contract/resources/logs/log-terms.js';
import { fraction, overOne, times, type Fraction } from './charge/fraction.js';
import type { MediaRatios } from './defaults/media-ratios.js';
import type { TaskFactors } from './task-factors.js';
import type { ToolPriceTable } from './defaults/tool-prices.js';
import type { ChargedUsage } from './charge/usage.js';

/** Price of one model for one group. Immutable and shared between requests. */
export interface Price {
  /** Normalized name. */
  readonly model: string;
  readonly source: PriceSource;
  /** What no operator set and the public list has; absent: nothing. */
  readonly listed?: readonly ListedPart[];
  /** What neither an operator nor the public list has set, so that a default applies; absent: nothing. */
  readonly defaulted?: readonly ListedPart[];
  /** USD per call; -1 = priced per token. */
  readonly modelPrice: number;
  /** 0 when priced per call, like the ratios below. 1 = USD_PER_RATIO. */
  readonly modelRatio: number;
  readonly completionRatio: number;
  readonly cacheRatio: number;
  /** Cache writes kept for five minutes. */
  readonly creationRatio: number;
  /** Cache writes kept for one hour. */
  readonly creationRatio1h: number;
  readonly groupRatio: number;
  /** Equal to `groupRatio`; set only if the user's own group decided it. */
  readonly userGroupRatio?: number;
  /** True if requests at this price never cost anything. */
  readonly free: boolean;
  readonly rates: Rates;
  readonly media?: MediaRatios;
  readonly toolPrices?: ToolPriceTable;
  /** Set on prices per call only, if operators priced options of tasks. */
  readonly taskFactors?: TaskFactors;
  /** Quota units per USD. */
  readonly quotaPerUnit?: number;
  /** Prices by minimum number of input tokens, highest minimum first. */
  readonly tiers?: readonly { readonly from: number; readonly price: Price }[];
  /** Minimum input tokens; set on the price of a tier only. */
  readonly tierFrom?: number;
  /** Prices by service tier; a missing one costs as much as standard service. */
  readonly serviceTiers?: ReadonlyMap<string, Price>;
  /** Factor of the model ratio relative to standard service; set on the price of a service tier only. */
  readonly serviceTierRatio?: number;
}

/** Exact quota per token of each class, or per call: numerators over a common denominator. */
export interface Rates {
  readonly exact: RateTable<bigint>;
  /** The same values as doubles, if exact. This is nearly always the case and computes ten times faster. */
  readonly small: RateTable<number> | undefined;
}

interface RateTable<N> {
  readonly call: N;
  readonly input: N;
  readonly cacheRead: N;
  readonly cacheWrite5m: N;
  readonly cacheWrite1h: N;
  readonly output: N;
  readonly denominator: N;
}

/** USD of a request at a price per call, which several images or a larger one multiply; -1 = priced per token. */
export function effectivePrice({ modelPrice }: Price, { more }: ChargedUsage): number {
  const { calls = 1 } = more ?? {};
  // Rounded for display: 0.12, not 0.12000000000000001.
  return modelPrice > 0 && calls !== 1 ? Number((modelPrice * calls).toPrecision(12)) : modelPrice;
}

/** The price for this total number of input tokens. */
export function priceAt(price: Price, inputTokens: number): Price {
  return price.tiers?.find(({ from }) => inputTokens >= from)?.price ?? price;
}

/** A price per token before it is compiled. */
export type TokenPrice = Omit<Price, 'modelPrice' | 'free' | 'rates'>;

/** Compiles a price per token. Also used to restore the price of a log row. */
export function priceByToken(ratios: TokenPrice): Price {
  const perToken = times(fraction(ratios.modelRatio), fraction(ratios.groupRatio));
  const classes = [
    1,
    ratios.cacheRatio,
    ratios.creationRatio,
    ratios.creationRatio1h,
    ratios.completionRatio,
  ].map((ratio) => times(fraction(ratio), perToken));
  return Object.freeze({
    ...ratios,
    modelPrice: -1,
    free: perToken.numerator === 0n,
    rates: compileRates([fraction(0), ...classes]),
  });
}

/** Compiles a price per call. `modelPrice` is in USD, `quotaPerUnit` is quota units per USD. */
export function priceByCall(
  model: string,
  modelPrice: number,
  groupRatio: number,
  quotaPerUnit: number,
): Price {
  const call = times(fraction(modelPrice), fraction(groupRatio), fraction(quotaPerUnit));
  return Object.freeze({
    model,
    source: 'tables',
    modelPrice,
    modelRatio: 0,
    completionRatio: 0,
    cacheRatio: 0,
    creationRatio: 0,
    creationRatio1h: 0,
    groupRatio,
    free: call.numerator === 0n,
    rates: compileRates([call]),
  });
}

/** @param perClass call, input, cache read, cache write for 5 minutes, for an hour, output; missing ones cost nothing */
function compileRates(perClass: readonly Fraction[]): Rates {
  const { numerators, denominator } = overOne(perClass);
  const [call = 0n, input = 0n, cacheRead = 0n, cacheWrite5m = 0n, cacheWrite1h = 0n, output = 0n] =
    numerators;
  const exact = { call, input, cacheRead, cacheWrite5m, cacheWrite1h, output, denominator };
  const fits = Object.values(exact).every((number) => number <= Number.MAX_SAFE_INTEGER);
  const small = {
    call: Number(call),
    input: Number(input),
    cacheRead: Number(cacheRead),
    cacheWrite5m: Number(cacheWrite5m),
    cacheWrite1h: Number(cacheWrite1h),
    output: Number(output),
    denominator: Number(denominator),
  };
  return { exact, small: fits ? small : undefined };
}
