import type { PricedParts } from '../../../contract/usage.js';
import { exactChargeForMore } from './charge-more.js';
import { priceAt, type Price } from '../price.js';
import type { ChargedUsage } from './usage.js';

/**
 * Quota to hold before the call, rounded down. `promptTokens` is an estimate; `maxTokens` is the client's output limit,
 * undefined without one; in that case at least `preConsumedTokens` are assumed. 0 for free models.
 */
export function holdAmount(
  basePrice: Price,
  promptTokens: number,
  maxTokens: number | undefined,
  preConsumedTokens: number,
): number {
  const prompt = whole(promptTokens);
  const price = priceAt(basePrice, prompt);
  const tokens =
    maxTokens === undefined ? Math.max(prompt, whole(preConsumedTokens)) : prompt + whole(maxTokens);
  const { small, exact } = price.rates;
  if (small) {
    const sum = small.call + tokens * small.input;
    if (sum <= EXACT_SUM) return divide(sum, small.denominator).quotient;
  }
  return safe((exact.call + BigInt(tokens) * exact.input) / exact.denominator);
}

/**
 * Quota a served request costs: exact, rounded once at the end, half up. No tokens cost nothing, whatever the price;
 * any tokens of a model that is not free cost at least 1.
 */
export function chargeFor(usage: ChargedUsage, basePrice: Price): number {
  const price = priceFor(usage, basePrice);
  if (usage.more) return chargeForMore(usage, usage.more, price);
  const input = whole(usage.input);
  const cacheRead = whole(usage.cacheRead);
  const cacheWrite5m = whole(usage.cacheWrite5m);
  const cacheWrite1h = whole(usage.cacheWrite1h);
  const output = whole(usage.output) + whole(usage.reasoning);
  if (price.free || input + cacheRead + cacheWrite5m + cacheWrite1h + output === 0) return 0;
  const { small, exact } = price.rates;
  if (small) {
    const sum =
      small.call +
      input * small.input +
      cacheRead * small.cacheRead +
      cacheWrite5m * small.cacheWrite5m +
      cacheWrite1h * small.cacheWrite1h +
      output * small.output;
    if (sum <= EXACT_SUM) {
      const { quotient, rest } = divide(sum, small.denominator);
      return Math.max(1, 2 * rest >= small.denominator ? quotient + 1 : quotient);
    }
  }
  const sum =
    exact.call +
    BigInt(input) * exact.input +
    BigInt(cacheRead) * exact.cacheRead +
    BigInt(cacheWrite5m) * exact.cacheWrite5m +
    BigInt(cacheWrite1h) * exact.cacheWrite1h +
    BigInt(output) * exact.output;
  return Math.max(1, safe((2n * sum + exact.denominator) / (2n * exact.denominator)));
}

/**
 * Maximum number of output tokens that `quota` pays for in addition to the input. 0 when it does not even cover the
 * input; Infinity when output costs nothing (free models, prices per call).
 */
export function affordableOutput(quota: number, input: ChargedUsage, price: Price): number {
  const cost = (output: number) => chargeFor({ ...input, output }, price);
  if (cost(MAX_ANSWER) <= quota) return Infinity;
  let least = 0;
  let most = MAX_ANSWER;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (cost(middle) <= quota) least = middle;
    else most = middle - 1;
  }
  return least;
}

/** Upper bound of the search; no model generates more tokens in one response. */
const MAX_ANSWER = 2 ** 24;

/** The price a request is charged at: that of its service tier and input size, where the model has such tiers. */
export function priceFor(usage: ChargedUsage, basePrice: Price): Price {
  const price = usage.serviceTier === undefined ? basePrice : servedAt(usage.serviceTier, basePrice);
  if (!price.tiers) return price;
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, more } = usage;
  const plain = input + cacheRead + cacheWrite5m + cacheWrite1h;
  const audio = (more?.audioInput ?? 0) + (more?.audioCacheRead ?? 0);
  return priceAt(price, plain + audio + (more?.imageInput ?? 0));
}

/**
 * The highest price at which a request that names these service tiers may be charged: a provider may serve it at another tier
 * than the one named.
 */
export function highestPrice(price: Price, tiers: readonly string[] | undefined): Price {
  let highest = price;
  for (const tier of tiers ?? []) {
    const served = servedAt(tier, price);
    if ((served.serviceTierRatio ?? 1) > (highest.serviceTierRatio ?? 1)) highest = served;
  }
  return highest;
}

function servedAt(tier: string, price: Price): Price {
  return price.serviceTiers?.get(tier) ?? price;
}

/** Charge of a request with more than plain tokens. Such requests are rare, so it computes in exact fractions only. */
function chargeForMore(usage: ChargedUsage, more: PricedParts, price: Price): number {
  if (price.free) return 0;
  const { numerator, denominator } = exactChargeForMore(usage, more, price);
  const quota = safe((2n * numerator + denominator) / (2n * denominator));
  return numerator > 0n ? Math.max(1, quota) : 0;
}

/** Sums of nonnegative integers up to this value are exact in doubles. */
const EXACT_SUM = 2 ** 52;

function divide(sum: number, denominator: number): { quotient: number; rest: number } {
  const rest = sum % denominator;
  return { quotient: (sum - rest) / denominator, rest };
}

/** Token counts come from upstreams and may be invalid. No real count comes near the cap. */
function whole(tokens: number): number {
  return tokens > 0 ? Math.min(Math.floor(tokens), MAX_TOKENS) : 0;
}

const MAX_TOKENS = 2 ** 50;

/** Balances are 64-bit in the database and doubles here; no real charge comes near either limit. */
function safe(quota: bigint): number {
  return quota > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(quota);
}
