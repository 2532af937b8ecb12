import type { PurchaseKind } from '../../../contract/resources/costs/purchase-price.js';
import { hourOf } from '../time-buckets.js';

/** What a provider takes for one model of a channel, or for all models (`model` ''), from a time on. Prices are USD. */
export interface PurchasePrice {
  readonly channelId: number;
  readonly model: string;
  /** Unix seconds. */
  readonly validFrom: number;
  readonly kind: PurchaseKind;
  /** Factor of the list price. */
  readonly ratio: number | null;
  /** Per million tokens. */
  readonly input: number | null;
  readonly output: number | null;
  /** Null: as `input`. */
  readonly cached: number | null;
  readonly cacheWrite: number | null;
  /** Per request. */
  readonly call: number | null;
}

/** The time for which a price counts, Unix seconds, in whole hours; `to` is exclusive. */
export interface PurchaseSpan {
  /** Unique, from 1. */
  readonly id: number;
  readonly price: PurchasePrice;
  readonly from: number;
  readonly to: number;
}

/** After all times. */
const NEVER = 9_999_999_999;

/**
 * When each price counts: from its hour until the next price of the same channel and model. The prices of a model replace that of
 * all models of the channel, which counts until the model's first one does.
 */
export function purchaseSpans(prices: readonly PurchasePrice[], from: number, to: number): PurchaseSpan[] {
  const byModel = new Map<string, PurchasePrice[]>();
  for (const price of prices) {
    const key = `${price.channelId} ${price.model}`;
    const group = byModel.get(key);
    if (group) group.push(price);
    else byModel.set(key, [price]);
  }
  const spans: PurchaseSpan[] = [];
  for (const group of byModel.values()) {
    const sorted = group.toSorted((a, b) => a.validFrom - b.validFrom);
    for (const [index, price] of sorted.entries()) {
      const next = sorted[index + 1];
      const span = {
        id: spans.length + 1,
        price,
        from: hourOf(price.validFrom),
        to: next ? hourOf(next.validFrom) : NEVER,
      };
      if (span.from < to && span.to > from && span.from < span.to) spans.push(span);
    }
  }
  return spans;
}

/** What is bought. Quota units and tokens. */
export interface BoughtUsage {
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly cachedTokens: number;
  readonly cacheWriteTokens: number;
  readonly listQuota: number;
}

const MILLION = 1_000_000;

/** @param quotaPerUnit quota units of a dollar @returns quota units, not rounded */
export function purchaseCost(price: PurchasePrice, usage: BoughtUsage, quotaPerUnit: number): number {
  if (price.kind === 'ratio') return usage.listQuota * (price.ratio ?? 0);
  if (price.kind === 'call') return usage.requests * (price.call ?? 0) * quotaPerUnit;
  const { promptTokens, completionTokens, cachedTokens, cacheWriteTokens } = usage;
  const input = price.input ?? 0;
  const usd =
    (promptTokens - cachedTokens - cacheWriteTokens) * input +
    cachedTokens * (price.cached ?? input) +
    cacheWriteTokens * (price.cacheWrite ?? input) +
    completionTokens * (price.output ?? 0);
  return (usd / MILLION) * quotaPerUnit;
}
