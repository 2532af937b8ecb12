import { createHash } from 'node:crypto';
import { QUOTA_PER_USD, USD_PER_RATIO } from '../../contract/quota.js';
import { pricedTools, TOKENS_PER_CALL } from '../prices/charge/charge-more.js';
import type { Price } from '../prices/price.js';
import type { ChargedUsage } from '../prices/charge/usage.js';
import type { LoggedCharge } from '../../contract/resources/logs/log-details.js';
import type { LoggedStep } from '../../contract/resources/logs/log-terms.js';
import type { ReceiptLine, ReceiptPrice } from '../../contract/resources/logs/receipt.js';

const CALLS_PER_PRICE = 1000;
const MILLION = 1_000_000;
const VERSION_LETTERS = 12;

export function receiptPrice(price: Price, other: LoggedCharge): ReceiptPrice {
  const { source, modelPrice, modelRatio, completionRatio, groupRatio } = price;
  const terms = [
    source,
    modelPrice,
    modelRatio,
    completionRatio,
    groupRatio,
    other.tier_from,
    other.quota_per_unit,
    // Versions of rows without a tier stay as they were.
    other.service_tier || undefined,
  ];
  const classes = [
    price.cacheRatio,
    price.creationRatio,
    price.creationRatio1h,
    price.media,
    price.toolPrices,
  ];
  return {
    version: createHash('sha256')
      .update(JSON.stringify([...terms, ...classes]))
      .digest('hex')
      .slice(0, VERSION_LETTERS),
    source,
    public_list: other.public_list,
    defaulted: other.defaulted,
    model_price: modelPrice,
    model_ratio: modelRatio,
    completion_ratio: completionRatio,
    group_ratio: groupRatio,
    user_group_ratio: other.user_group_ratio ?? null,
    tier_from: other.tier_from ?? null,
    service_tier: other.service_tier,
    service_tier_ratio: other.service_tier_ratio,
    quota_per_unit: other.quota_per_unit ?? null,
  };
}

/** Lines of the receipt by class. Their sum is the charge before rounding. */
export function linesOf(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const plain = price.modelPrice === -1 ? tokenLines(usage, price) : callLines(usage, price);
  return [...plain, ...toolLines(usage, price)];
}

/** An additional model call of a request, which is charged at the price of its own model. */
export function stepLine({ kind, model, input_tokens, output_tokens, quota }: LoggedStep): ReceiptLine {
  return {
    name: model ? `${kind} (${model})` : kind,
    kind: 'step',
    count: input_tokens + output_tokens,
    tokens: null,
    ratio: null,
    factors: [],
    usd: null,
    usd_per_million: null,
    amount_usd: quota / QUOTA_PER_USD,
    quota,
  };
}

/** USD of all lines. The group ratio does not apply to steps. */
export function totalUsd(lines: readonly ReceiptLine[], groupRatio: number): number {
  return lines.reduce(
    (sum, { kind, amount_usd: usd }) => sum + (kind === 'step' ? usd : usd * groupRatio),
    0,
  );
}

function tokenLines(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const { media, completionRatio } = price;
  const { more } = usage;
  const audio = media?.audioInput ?? 1;
  const inCharacters = more?.unit === 'characters';
  const classes: (readonly [name: string, tokens: number | undefined, ...factors: number[]])[] = [
    [inCharacters ? 'characters' : 'input', usage.input],
    ...Object.entries(more?.extras ?? {}).map(([name, part]) => [name, usage.input, part] as const),
    ['cache_read', usage.cacheRead, price.cacheRatio],
    ['cache_write_5m', usage.cacheWrite5m, price.creationRatio],
    ['cache_write_1h', usage.cacheWrite1h, price.creationRatio1h],
    ['output', inCharacters ? 0 : usage.output, completionRatio],
    ['reasoning', inCharacters ? 0 : usage.reasoning, completionRatio],
    ['audio_input', more?.audioInput, audio],
    ['audio_cache_read', more?.audioCacheRead, media?.audioCache ?? price.cacheRatio],
    ['audio_output', more?.audioOutput, audio, media?.audioCompletion ?? 1],
    ['image_input', more?.imageInput, media?.imageInput ?? 1],
    ['image_output', more?.imageOutput, media?.imageOutput ?? completionRatio],
  ];
  const lines = classes.flatMap(([name, tokens, ...factors]) =>
    tokens ? [tokenLine(name, tokens, factors, price)] : [],
  );
  return lines.length > 0 ? lines : pieceLines(usage, price);
}

function tokenLine(name: string, tokens: number, factors: number[], price: Price): ReceiptLine {
  const ratio = product(factors);
  return {
    name,
    kind: 'tokens',
    count: tokens,
    ratio,
    factors,
    ...tokensAt(tokens, ratio, price),
  };
}

/** Calls without reported tokens, of a model priced per token. */
function pieceLines({ more }: ChargedUsage, price: Price): ReceiptLine[] {
  const calls = more?.calls;
  if (!calls) return [];
  return [
    {
      name: 'call',
      kind: 'calls',
      count: calls,
      ratio: TOKENS_PER_CALL,
      factors: [],
      ...tokensAt(TOKENS_PER_CALL * calls, 1, price),
    },
  ];
}

type TokenAmounts = Pick<ReceiptLine, 'tokens' | 'usd' | 'usd_per_million' | 'amount_usd' | 'quota'>;

function tokensAt(tokens: number, ratio: number, { modelRatio, groupRatio }: Price): TokenAmounts {
  const usdPerMillion = modelRatio * USD_PER_RATIO * ratio;
  return {
    tokens,
    usd: null,
    usd_per_million: usdPerMillion,
    amount_usd: (tokens / MILLION) * usdPerMillion,
    quota: tokens * ratio * modelRatio * groupRatio,
  };
}

function callLines(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning, more } = usage;
  const used = input + cacheRead + cacheWrite5m + cacheWrite1h + output + reasoning;
  const calls = more ? (more.calls ?? 1) : used > 0 ? 1 : 0;
  return calls === 0 ? [] : [perCall('call', 'calls', calls, price.modelPrice, price)];
}

function toolLines({ more }: ChargedUsage, price: Price): ReceiptLine[] {
  return pricedTools(more, price).map(({ name, count, price: usdPerThousand }) => {
    const line = perCall(name, 'tool', count, usdPerThousand / CALLS_PER_PRICE, price);
    // Tools of a free model are free.
    return price.free ? { ...line, amount_usd: 0, quota: 0 } : line;
  });
}

function perCall(
  name: string,
  kind: 'calls' | 'tool',
  count: number,
  usd: number,
  { groupRatio, quotaPerUnit = 0 }: Price,
): ReceiptLine {
  return {
    name,
    kind,
    count,
    tokens: null,
    ratio: null,
    factors: [],
    usd,
    usd_per_million: null,
    amount_usd: count * usd,
    quota: count * usd * groupRatio * quotaPerUnit,
  };
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1);
}
