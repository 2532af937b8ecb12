import type { TokenPrices } from '#contract/resources/price';

/** Token counts of a request. */
interface TokenCounts {
  input: number;
  /** The part of the input that is read from a cache. */
  cached?: number;
  output: number;
}

const MILLION = 1_000_000;

/** Estimate in US dollars, without the group ratio. What a request really costs is in its receipt. */
export function estimateCost(prices: TokenPrices, { input, cached = 0, output }: TokenCounts): number {
  const read = Math.min(cached, input);
  const sum =
    (input - read) * prices.input + read * (prices.cache_read ?? prices.input) + output * prices.output;
  return sum / MILLION;
}
