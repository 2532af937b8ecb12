import { fraction, times, type Fraction } from './fraction.js';
import { mediaRatios } from './media-ratios.js';
import type { Price } from './price-book.js';
import { toolPrice } from './tool-prices.js';
import type { ChargedUsage, MoreUsage } from './usage.js';

const CALLS_PER_PRICE = 1000;

/**
 * Exact quota of a request that has more than plain tokens (spec/relay-and-billing.md E11): sound and pictures at their own
 * ratios, calls at the price of a call, the vendor's tools by the call. Such requests are rare, so nothing is
 * precompiled.
 */
export function exactChargeForMore(usage: ChargedUsage, more: MoreUsage, price: Price): Fraction {
  const perToken = times(fraction(price.modelRatio), fraction(price.groupRatio));
  const media = price.media ?? mediaRatios(price.model, price.completionRatio);
  const { exact } = price.rates;
  const audio = fraction(media.audioInput);
  return sum([
    { numerator: plainTokens(usage, price), denominator: exact.denominator },
    share(more.audioInput, audio, perToken),
    share(more.audioOutput, audio, fraction(media.audioCompletion), perToken),
    share(more.imageInput, fraction(media.imageInput), perToken),
    share(more.imageOutput, fraction(media.imageOutput), perToken),
    times({ numerator: exact.call, denominator: exact.denominator }, fraction(calls(more))),
    ...toolFees(more, price),
  ]);
}

/** USD per thousand calls and number of calls of each tool that costs anything, for the log. */
export function pricedTools(
  more: MoreUsage | undefined,
  price: Price,
): { name: string; count: number; price: number }[] {
  return Object.entries(more?.tools ?? {})
    .map(([name, count]) => ({ name, count, price: toolPrice(price.toolPrices ?? {}, name, price.model) }))
    .filter(({ count, price: usd }) => count > 0 && usd > 0);
}

function toolFees(more: MoreUsage, price: Price): Fraction[] {
  return pricedTools(more, price).map(({ count, price: usd }) =>
    times(
      fraction(usd),
      { numerator: BigInt(Math.floor(count)), denominator: BigInt(CALLS_PER_PRICE) },
      fraction(price.groupRatio),
      fraction(price.quotaPerUnit ?? 0),
    ),
  );
}

function plainTokens(usage: ChargedUsage, { rates: { exact } }: Price): bigint {
  return (
    tokens(usage.input) * exact.input +
    tokens(usage.cacheRead) * exact.cacheRead +
    tokens(usage.cacheWrite5m) * exact.cacheWrite5m +
    tokens(usage.cacheWrite1h) * exact.cacheWrite1h +
    (tokens(usage.output) + tokens(usage.reasoning)) * exact.output
  );
}

function share(count: number | undefined, ...factors: Fraction[]): Fraction {
  return times({ numerator: tokens(count ?? 0), denominator: 1n }, ...factors);
}

const MOST = 2 ** 50;

/** Counts are read from upstreams, which may send anything. */
function tokens(count: number): bigint {
  return count > 0 ? BigInt(Math.min(Math.floor(count), MOST)) : 0n;
}

function calls({ calls: count = 1 }: MoreUsage): number {
  return Number.isFinite(count) && count > 0 ? count : 0;
}

function sum(parts: readonly Fraction[]): Fraction {
  return parts.reduce((all, part) => ({
    numerator: all.numerator * part.denominator + part.numerator * all.denominator,
    denominator: all.denominator * part.denominator,
  }));
}
