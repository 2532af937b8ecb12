import { TYPICAL_IMPORT_REQUEST } from '../contract/resources/import.js';
import { completionRule } from '../billing/prices/defaults/completion-rules.js';
import { normalizeModelName } from '../billing/prices/model-name.js';
import { compilePriceBook, type PriceTables, type RatioTable } from '../billing/prices/price-book.js';

export const TYPICAL = TYPICAL_IMPORT_REQUEST;

/** Price of a model, as ratios: 1 = 2 USD per million tokens. */
export type ModelPrice =
  /** USD per call. */
  | { readonly perCall: number }
  | { readonly model: number; readonly completion: number; readonly cache: number };

/** A model whose price differs. Undefined: it has none, and is refused unless a user accepts `UNSET_RATIO`. */
export interface ChangedPrice {
  readonly model: string;
  readonly before: ModelPrice | undefined;
  readonly now: ModelPrice | undefined;
}

/** Tables of the source, completed by the defaults; and whether models without a price are sold at `UNSET_RATIO` there. */
export interface SourcePrices {
  readonly modelRatio: RatioTable;
  readonly modelPrice: RatioTable;
  readonly completionRatio: RatioTable;
  readonly cacheRatio: RatioTable;
  readonly sellsUnset: boolean;
}

const UNSET_RATIO = 37.5;
/** Ratios that differ by less are the same, written with other digits. */
const TOLERANCE = 1e-9;

/**
 * The price of a model by the rules of new-api: relations of output to input that it has built in cannot be changed by
 * CompletionRatio, but for names with a slash; and nothing is looked up in a public list.
 */
export function priceBefore(source: SourcePrices, requestedModel: string): ModelPrice | undefined {
  const model = normalizeModelName(requestedModel);
  const perCall = own(source.modelPrice, model);
  if (perCall !== undefined) return { perCall };
  const ratio = own(source.modelRatio, model) ?? (source.sellsUnset ? UNSET_RATIO : undefined);
  if (ratio === undefined) return undefined;
  const rule = completionRule(model);
  const set = own(source.completionRatio, model);
  return {
    model: ratio,
    completion: rule.locked && !(model.includes('/') && set !== undefined) ? rule.ratio : (set ?? rule.ratio),
    cache: own(source.cacheRatio, model) ?? 1,
  };
}

/** @param sellsUnset SelfUseModeEnabled */
export function priceNow(tables: PriceTables, model: string, sellsUnset: boolean): ModelPrice | undefined {
  const price = compiled(tables).price(model, undefined, { selfUse: true, acceptUnset: true });
  if (price.source === 'unset' && !sellsUnset) return undefined;
  if (price.modelPrice >= 0) return { perCall: price.modelPrice };
  return { model: price.modelRatio, completion: price.completionRatio, cache: price.cacheRatio };
}

const books = new WeakMap<PriceTables, ReturnType<typeof compilePriceBook>>();

function compiled(tables: PriceTables): ReturnType<typeof compilePriceBook> {
  let book = books.get(tables);
  if (!book) books.set(tables, (book = compilePriceBook(tables)));
  return book;
}

/** The models whose price differs, in their order. @param priceThere that of the source */
export function changedPrices(
  models: readonly string[],
  priceThere: (model: string) => ModelPrice | undefined,
  tables: PriceTables,
  sellsUnset: boolean,
): ChangedPrice[] {
  return models.flatMap((model) => {
    const [before, now] = [priceThere(model), priceNow(tables, model, sellsUnset)];
    return isSame(before, now) ? [] : [{ model, before, now }];
  });
}

/** Entries of the tables by which models cost what they did. */
export interface KeptPrices {
  readonly modelRatio: Record<string, number>;
  readonly modelPrice: Record<string, number>;
  readonly completionRatio: Record<string, number>;
  readonly cacheRatio: Record<string, number>;
}

export function keptPrices(changed: readonly ChangedPrice[]): KeptPrices {
  const kept: KeptPrices = { modelRatio: {}, modelPrice: {}, completionRatio: {}, cacheRatio: {} };
  for (const { model: requested, before, now } of changed) {
    const model = normalizeModelName(requested);
    if (!before) continue;
    if ('perCall' in before) {
      kept.modelPrice[model] = before.perCall;
      continue;
    }
    const parts = now && !('perCall' in now) ? now : undefined;
    const differs = (part: keyof typeof before) => !parts || !isEqual(before[part], parts[part]);
    if (differs('model')) kept.modelRatio[model] = before.model;
    if (differs('completion')) kept.completionRatio[model] = before.completion;
    if (differs('cache')) kept.cacheRatio[model] = before.cache;
  }
  return kept;
}

/** The line of a report. @param quotaPerUnit quota units per USD */
export function priceLine({ model, before, now }: ChangedPrice, quotaPerUnit: number): string {
  return `${model}: ${priceText(before, quotaPerUnit)} → ${priceText(now, quotaPerUnit)}`;
}

function priceText(price: ModelPrice | undefined, quotaPerUnit: number): string {
  if (!price) return 'no price';
  if ('perCall' in price) return `${typicalQuota(price, quotaPerUnit)} quota a call`;
  const ratios = `ratio ${price.model}, output × ${price.completion}, cached × ${price.cache}`;
  return `${typicalQuota(price, quotaPerUnit)} quota (${ratios})`;
}

/** Quota units of a call, or of the typical request. A report rounds; what is charged is computed exactly, elsewhere. */
export function typicalQuota(price: ModelPrice, quotaPerUnit: number): number {
  if ('perCall' in price) return Math.round(price.perCall * quotaPerUnit);
  const { input, cached, output } = TYPICAL;
  const tokens = input - cached + cached * price.cache + output * price.completion;
  return Math.round((tokens * price.model * quotaPerUnit) / 500_000);
}

function isSame(before: ModelPrice | undefined, now: ModelPrice | undefined): boolean {
  if (!before || !now) return before === now;
  if ('perCall' in before || 'perCall' in now)
    return 'perCall' in before && 'perCall' in now && isEqual(before.perCall, now.perCall);
  return (
    isEqual(before.model, now.model) &&
    isEqual(before.completion, now.completion) &&
    isEqual(before.cache, now.cache)
  );
}

function isEqual(left: number, right: number): boolean {
  return Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left));
}

function own(table: RatioTable, name: string): number | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
