import { chineseText, storedText } from '../../../contract/stored-texts/catalogue.js';
import type { StoredText } from '../../../contract/stored-texts/stored-text.js';
import { effectivePrice, type Price } from '../price.js';
import type { ChargedUsage } from '../charge/usage.js';

/** Display options of amounts. */
export interface QuotaDisplay {
  /** DisplayInCurrencyEnabled: true = as money, false = as plain quota. */
  readonly inCurrency: boolean;
  /** Quota units per USD. */
  readonly quotaPerUnit: number;
}

/** An amount in notices: `＄0.004000` or `2000`. */
export function quotaText(quota: number, { inCurrency, quotaPerUnit }: QuotaDisplay): string {
  return inCurrency ? `＄${inUsd(quota, quotaPerUnit)}` : String(quota);
}

/** An amount in log rows. */
export function loggedQuota(quota: number, { inCurrency, quotaPerUnit }: QuotaDisplay): StoredText {
  return inCurrency
    ? storedText('amount_in_currency', { amount: inUsd(quota, quotaPerUnit) })
    : storedText('amount_in_units', { amount: quota });
}

/** An amount in log rows: `＄0.004000 额度` or `2000 点额度`. */
export function quotaLogText(quota: number, display: QuotaDisplay): string {
  return chineseText(loggedQuota(quota, display));
}

function inUsd(quota: number, quotaPerUnit: number): string {
  return (quota / quotaPerUnit).toFixed(6);
}

/** Notes to include in the `content` of a consumption row besides the price. */
export interface ContentNotes {
  /** Model name requested by the client; included when its price is that of a whole family. */
  readonly requestedModel: string;
  /** True if no input or output was used. */
  readonly noTokens: boolean;
  /** True if the answer did not end properly and the upstream did not report usage. */
  readonly usageMissing: boolean;
  /** What was used, which may be several calls. */
  readonly usage: ChargedUsage;
  /** Size and quality of images. */
  readonly image?: { readonly size: string; readonly quality: string } | undefined;
  /** True if the request or the response contained audio. */
  readonly audio?: boolean;
  /** True if the client used the Anthropic protocol. */
  readonly claude: boolean;
}

/** The `content` of a consumption row. */
export function contentText(price: Price, notes: ContentNotes): string {
  if (notes.claude) return notes.noTokens ? chineseText(storedText('nothing_used')) : '';
  let text = notes.audio && price.modelPrice === -1 ? audioText(price) : priceText(price, notes.usage);
  if (notes.noTokens) text = chineseText(storedText('price_nothing_used', { text }));
  if (notes.image) text = chineseText(storedText('price_of_image', { text, ...notes.image }));
  if (notes.usageMissing) text = chineseText(storedText('price_usage_missing', { text }));
  if (price.model !== notes.requestedModel)
    text = chineseText(storedText('price_of_model', { text, model: notes.requestedModel }));
  return text;
}

/** Cached per price, since all requests at one price have the same text. */
const priceTexts = new WeakMap<Price, string>();

function priceText(price: Price, usage: ChargedUsage): string {
  const effective = effectivePrice(price, usage);
  if (effective !== price.modelPrice) return perCall(effective, price);
  let text = priceTexts.get(price);
  if (text === undefined) {
    text =
      price.modelPrice === -1
        ? chineseText(
            storedText('price_per_token', {
              model: two(price.modelRatio),
              completion: two(price.completionRatio),
              group: two(price.groupRatio),
            }),
          )
        : perCall(price.modelPrice, price);
    priceTexts.set(price, text);
  }
  return text;
}

function perCall(usd: number, { groupRatio }: Price): string {
  return chineseText(storedText('price_per_call', { price: two(usd), group: two(groupRatio) }));
}

function audioText({ modelRatio, completionRatio, groupRatio, media }: Price): string {
  return chineseText(
    storedText('price_per_token_with_audio', {
      model: two(modelRatio),
      completion: two(completionRatio),
      audio: two(media?.audioInput ?? 1),
      audioCompletion: two(media?.audioCompletion ?? 1),
      group: two(groupRatio),
    }),
  );
}

function two(ratio: number): string {
  return ratio.toFixed(2);
}
