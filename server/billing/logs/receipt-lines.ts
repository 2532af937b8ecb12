import { createHash } from 'node:crypto';
import { pricedTools } from '../prices/charge-more.js';
import type { LoggedOther } from '../prices/logged-price.js';
import type { Price } from '../prices/price-book.js';
import type { ChargedUsage } from '../prices/usage.js';
import type { ReceiptLine, ReceiptPrice } from '../../contract/resources/receipt.js';

const CALLS_PER_PRICE = 1000;
/** Token equivalent of a call that reports no tokens, for models without a price per call. */
const TOKENS_PER_CALL = 1250;
const VERSION_LETTERS = 12;

export function receiptPrice(price: Price, other: LoggedOther): ReceiptPrice {
  const { source, modelPrice, modelRatio, completionRatio, groupRatio } = price;
  const terms = [
    source,
    modelPrice,
    modelRatio,
    completionRatio,
    groupRatio,
    other.tier_from,
    other.quota_per_unit,
    other.service_tier,
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
    model_price: modelPrice,
    model_ratio: modelRatio,
    completion_ratio: completionRatio,
    group_ratio: groupRatio,
    user_group_ratio: other.user_group_ratio ?? null,
    tier_from: other.tier_from ?? null,
    service_tier: other.service_tier ?? '',
    service_tier_ratio: other.service_tier_ratio ?? 1,
    quota_per_unit: other.quota_per_unit ?? null,
  };
}

/** Lines of the receipt by class. Their sum is the charge before rounding. */
export function linesOf(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const plain = price.modelPrice === -1 ? [...tokenLines(usage, price), ...pieceLines(usage, price)] : [];
  const byCall = price.modelPrice === -1 ? [] : callLines(usage, price);
  return [...plain, ...byCall, ...toolLines(usage, price)];
}

function tokenLines(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const { media, completionRatio } = price;
  const audio = media?.audioInput ?? 1;
  const classes: [name: string, tokens: number | undefined, ratio: number][] = [
    ['input', usage.input, 1],
    ['cache_read', usage.cacheRead, price.cacheRatio],
    ['cache_write_5m', usage.cacheWrite5m, price.creationRatio],
    ['cache_write_1h', usage.cacheWrite1h, price.creationRatio1h],
    ['output', usage.output, completionRatio],
    ['reasoning', usage.reasoning, completionRatio],
    ['audio_input', usage.more?.audioInput, audio],
    ['audio_cache_read', usage.more?.audioCacheRead, media?.audioCache ?? price.cacheRatio],
    ['audio_output', usage.more?.audioOutput, audio * (media?.audioCompletion ?? 1)],
    ['image_input', usage.more?.imageInput, media?.imageInput ?? 1],
    ['image_output', usage.more?.imageOutput, media?.imageOutput ?? completionRatio],
  ];
  return classes.flatMap(([name, tokens, ratio]) =>
    tokens
      ? [
          {
            name,
            kind: 'tokens' as const,
            count: tokens,
            ratio,
            usd: null,
            quota: tokens * ratio * perToken(price),
          },
        ]
      : [],
  );
}

/** Calls without reported tokens, of a model priced per token. */
function pieceLines(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const calls = usage.more?.calls;
  if (!calls || tokenLines(usage, price).length > 0) return [];
  const quota = TOKENS_PER_CALL * calls * perToken(price);
  return [{ name: 'call', kind: 'calls', count: calls, ratio: TOKENS_PER_CALL, usd: null, quota }];
}

function callLines(usage: ChargedUsage, price: Price): ReceiptLine[] {
  const { input, cacheRead, cacheWrite5m, cacheWrite1h, output, reasoning, more } = usage;
  const used = input + cacheRead + cacheWrite5m + cacheWrite1h + output + reasoning;
  const calls = more ? (more.calls ?? 1) : used > 0 ? 1 : 0;
  if (calls === 0) return [];
  const usd = price.modelPrice;
  const quota = calls * usd * price.groupRatio * (price.quotaPerUnit ?? 0);
  return [{ name: 'call', kind: 'calls', count: calls, ratio: null, usd, quota }];
}

function toolLines({ more }: ChargedUsage, price: Price): ReceiptLine[] {
  return pricedTools(more, price).map(({ name, count, price: usdPerThousand }) => {
    const usd = usdPerThousand / CALLS_PER_PRICE;
    // Tools of a free model are free.
    const quota = price.free ? 0 : count * usd * price.groupRatio * (price.quotaPerUnit ?? 0);
    return { name, kind: 'tool', count, ratio: null, usd, quota };
  });
}

function perToken({ modelRatio, groupRatio }: Price): number {
  return modelRatio * groupRatio;
}
