import type { PricedParts } from '../../../contract/usage.js';
import { fraction, times, type Fraction } from './fraction.js';
import { mediaRatios } from '../defaults/media-ratios.js';
import type { Price } from '../price.js';
import { toolPrice } from '../defaults/tool-prices.js';
import type { ChargedUsage } from './usage.js';

const CALLS_PER_PRICE = 1000;
/** Input tokens charged per call without reported tokens: 0.0025 USD at model ratio 1 (2 USD per million tokens). */
export const TOKENS_PER_CALL = 1250;

/**
 * Exact quota of a request that has more than plain tokens: audio and images at their own ratios, calls at the price
 * per call, provider tools at their price per call. Such requests are rare, so nothing is precompiled.
 */
export function exactChargeForMore(usage: ChargedUsage, more: PricedParts, price: Price): Fraction {
  const perToken = times(fraction(price.modelRatio), fraction(price.groupRatio));
  return sum([
    callShare(usage, more, price, perToken),
    ...tokenShares(usage, more, price, perToken),
    ...toolFees(more, price),
  ]);
}

function tokenShares(usage: ChargedUsage, more: PricedParts, price: Price, perToken: Fraction): Fraction[] {
  const media = price.media ?? mediaRatios(price.model, price.completionRatio);
  const audio = fraction(media.audioInput);
  return [
    { numerator: plainTokens(usage, more, price), denominator: price.rates.exact.denominator },
    ...Object.values(more.extras ?? {}).map((part) => share(usage.input, fraction(part), perToken)),
    share(more.audioInput, audio, perToken),
    share(more.audioCacheRead, fraction(media.audioCache ?? price.cacheRatio), perToken),
    share(more.audioOutput, audio, fraction(media.audioCompletion), perToken),
    share(more.imageInput, fraction(media.imageInput), perToken),
    share(more.imageOutput, fraction(media.imageOutput), perToken),
  ];
}

/**
 * Cost of calls at the price per call. For a model without such a price, each call of a request without reported tokens
 * costs as much as TOKENS_PER_CALL input tokens: 0.0025 USD × the model ratio.
 */
function callShare(usage: ChargedUsage, more: PricedParts, price: Price, perToken: Fraction): Fraction {
  const { exact } = price.rates;
  const count = fraction(calls(more));
  if (price.modelPrice !== -1) return times({ numerator: exact.call, denominator: exact.denominator }, count);
  if (more.calls === undefined || hasTokens(usage, more)) return share(0);
  return times({ numerator: BigInt(TOKENS_PER_CALL), denominator: 1n }, count, perToken);
}

function hasTokens(usage: ChargedUsage, more: PricedParts): boolean {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning } = usage;
  const { audioInput = 0, audioCacheRead = 0, audioOutput = 0, imageInput = 0, imageOutput = 0 } = more;
  const plain = input + cacheRead + cacheWrite5m + cacheWrite1h + output + reasoning;
  return plain + audioInput + audioCacheRead + audioOutput + imageInput + imageOutput > 0;
}

/** USD per thousand calls and number of calls of each tool with a price, for the log. */
export function pricedTools(
  more: PricedParts | undefined,
  price: Price,
): { name: string; count: number; price: number }[] {
  return Object.entries(more?.tools ?? {})
    .map(([name, count]) => ({
      name,
      count,
      price: toolPrice(price.toolPrices ?? {}, name, price.model) ?? 0,
    }))
    .filter(({ count, price: usd }) => count > 0 && usd > 0);
}

/** Number of calls of each tool for which no price is set, not even one of 0; undefined if there are none. */
export function unpricedTools(
  more: PricedParts | undefined,
  { toolPrices = {}, model }: Price,
): Record<string, number> | undefined {
  const unpriced = Object.entries(more?.tools ?? {}).filter(
    ([name, count]) => count > 0 && toolPrice(toolPrices, name, model) === undefined,
  );
  return unpriced.length > 0 ? Object.fromEntries(unpriced) : undefined;
}

function toolFees(more: PricedParts, price: Price): Fraction[] {
  return pricedTools(more, price).map(({ count, price: usd }) =>
    times(
      fraction(usd),
      { numerator: BigInt(Math.floor(count)), denominator: BigInt(CALLS_PER_PRICE) },
      fraction(price.groupRatio),
      fraction(price.quotaPerUnit ?? 0),
    ),
  );
}

function plainTokens(usage: ChargedUsage, { unit }: PricedParts, { rates: { exact } }: Price): bigint {
  const output = unit === 'characters' ? 0n : tokens(usage.output) + tokens(usage.reasoning);
  return (
    tokens(usage.input) * exact.input +
    tokens(usage.cacheRead) * exact.cacheRead +
    tokens(usage.cacheWrite5m) * exact.cacheWrite5m +
    tokens(usage.cacheWrite1h) * exact.cacheWrite1h +
    output * exact.output
  );
}

function share(count: number | undefined, ...factors: Fraction[]): Fraction {
  return times({ numerator: tokens(count ?? 0), denominator: 1n }, ...factors);
}

const MAX_COUNT = 2 ** 50;

/** Counts come from upstreams and may be invalid. */
function tokens(count: number): bigint {
  return count > 0 ? BigInt(Math.min(Math.floor(count), MAX_COUNT)) : 0n;
}

function calls({ calls: count = 1 }: PricedParts): number {
  return Number.isFinite(count) && count > 0 ? count : 0;
}

function sum(parts: readonly Fraction[]): Fraction {
  return parts.reduce((all, part) => ({
    numerator: all.numerator * part.denominator + part.numerator * all.denominator,
    denominator: all.denominator * part.denominator,
  }));
}
