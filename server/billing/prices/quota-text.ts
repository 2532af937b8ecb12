import { effectivePrice, type Price } from './price.js';
import type { ChargedUsage } from './usage.js';

/** Display options of amounts. */
export interface QuotaDisplay {
  /** DisplayInCurrencyEnabled: true = as money, false = as plain quota. */
  readonly inCurrency: boolean;
  /** Quota units per USD. */
  readonly quotaPerUnit: number;
}

/** An amount in notices: `＄0.004000` or `2000`. */
export function quotaText(quota: number, display: QuotaDisplay): string {
  return display.inCurrency ? `＄${(quota / display.quotaPerUnit).toFixed(6)}` : String(quota);
}

/** An amount in log rows: `＄0.004000 额度` or `2000 点额度`. */
export function quotaLogText(quota: number, display: QuotaDisplay): string {
  return `${quotaText(quota, display)}${display.inCurrency ? ' 额度' : ' 点额度'}`;
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
  /** Text of the operation, such as `, 大小 1024x1024, 品质 hd`. */
  readonly operation?: string | undefined;
  /** True if the request or the response contained audio. */
  readonly audio?: boolean;
  /** True if the client used the Anthropic protocol. */
  readonly claude: boolean;
}

/** The `content` of a consumption row. */
export function contentText(price: Price, notes: ContentNotes): string {
  if (notes.claude) return notes.noTokens ? '（可能是上游出错）' : '';
  let text = notes.audio && price.modelPrice === -1 ? audioText(price) : priceText(price, notes.usage);
  if (notes.noTokens) text += '（可能是上游超时）';
  if (notes.operation !== undefined) text += notes.operation;
  if (notes.usageMissing) text += ', （可能是请求出错）';
  if (price.model !== notes.requestedModel) text += `，模型 ${notes.requestedModel}`;
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
        ? `模型倍率 ${two(price.modelRatio)}，补全倍率 ${two(price.completionRatio)}，分组倍率 ${two(price.groupRatio)}`
        : perCall(price.modelPrice, price);
    priceTexts.set(price, text);
  }
  return text;
}

function perCall(usd: number, { groupRatio }: Price): string {
  return `模型价格 ${two(usd)}，分组倍率 ${two(groupRatio)}`;
}

function audioText({ modelRatio, completionRatio, groupRatio, media }: Price): string {
  const audio = two(media?.audioInput ?? 1);
  const audioCompletion = two(media?.audioCompletion ?? 1);
  return `模型倍率 ${two(modelRatio)}，补全倍率 ${two(completionRatio)}，音频倍率 ${audio}，音频补全倍率 ${audioCompletion}，分组倍率 ${two(groupRatio)}`;
}

function two(ratio: number): string {
  return ratio.toFixed(2);
}
