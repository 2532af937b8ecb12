import type { EditedParts, OwnPrice, SavePricesRequest } from '#contract/resources/price-change';
import { parseObject } from '../../../lib/format/json';
import type { OptionValues } from '../form/fields';

/** USD per 1M tokens at a ratio of 1. */
export const PRICE_OF_RATIO = 2;

/** Price of a model: USD per call, or ratios by tokens. Absent = not set. */
export interface Price {
  price?: number | undefined;
  ratio?: number | undefined;
  completion?: number | undefined;
  /** Cached input, and input written to a cache, relative to other input. Edits without them leave them as they are. */
  cacheRead?: number | undefined;
  cacheWrite?: number | undefined;
}

export type Prices = ReadonlyMap<string, Price>;

/** A change of a request. */
export type PriceChange = SavePricesRequest['changes'][number];

/** Edits by model: the new price, or null to remove it. */
export type PriceEdits = ReadonlyMap<string, Price | null>;

/** The option of each part of a price. */
const PARTS = [
  ['ModelPrice', 'price'],
  ['ModelRatio', 'ratio'],
  ['CompletionRatio', 'completion'],
] as const;
const CACHE_PARTS = [
  ['CacheRatio', 'cacheRead'],
  ['CreateCacheRatio', 'cacheWrite'],
] as const;

/** Prices of all models that have one, sorted by name. */
export function readPrices(values: OptionValues): Prices {
  const prices = new Map<string, Price>();
  for (const [key, part] of PARTS) {
    for (const [name, value] of Object.entries(parseObject(values[key]) ?? {})) {
      if (typeof value === 'number') prices.set(name, { ...prices.get(name), [part]: value });
    }
  }
  return new Map([...prices].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The edits as a request, with the values that they replace. Parts that keep their value are left out, and models without other
 * ones; zero is a valid price.
 */
export function changesOf(values: OptionValues, edits: PriceEdits): PriceChange[] {
  const tables = tablesOf(values);
  return [...edits].flatMap(([model, edit]) => {
    const [before, price]: [EditedParts, EditedParts] = [{}, {}];
    for (const { key, part, table } of tables) {
      const stored = table[model];
      const now = typeof stored === 'number' ? stored : null;
      const wanted = edit === null ? undefined : partOf(edit, part);
      const isKept = wanted === undefined && CACHE_PARTS.some(([name]) => name === key);
      if (isKept || (wanted ?? null) === now) continue;
      before[key] = now;
      price[key] = wanted ?? null;
    }
    return Object.keys(price).length > 0 ? [{ model, price, before }] : [];
  });
}

/** Returns the parts of a model's price that these editors set. */
export function ownPricesOf(values: OptionValues): (model: string) => OwnPrice {
  const tables = tablesOf(values);
  return (model) => {
    const parts = tables.map(({ key, table }) => [key, table[model]] as const);
    return Object.fromEntries(parts.filter(([, value]) => typeof value === 'number'));
  };
}

/** Parsed once, because the tables are long. */
function tablesOf(values: OptionValues) {
  return [...PARTS, ...CACHE_PARTS].map(([key, part]) => ({
    key,
    part,
    table: parseObject(values[key]) ?? {},
  }));
}

/** The cache ratios of a model that the operator has set. */
export function cacheRatiosOf(values: OptionValues, name: string): Pick<Price, 'cacheRead' | 'cacheWrite'> {
  const found = CACHE_PARTS.map(([key, part]) => [part, parseObject(values[key])?.[name]] as const);
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'number'));
}

/** A model with a fixed price has no ratios of input and output. */
function partOf(price: Price, part: keyof Price): number | undefined {
  const isRatio = part === 'ratio' || part === 'completion';
  return isRatio && price.price !== undefined ? undefined : price[part];
}

export function samePrice(a: Price | undefined, b: Price | undefined): boolean {
  const parts = [...PARTS, ...CACHE_PARTS];
  return parts.every(([, part]) => a?.[part] === b?.[part]);
}

/** Undefined for '', NaN for an invalid price. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) && value >= 0 ? value : Number.NaN;
}

export function showNumber(value: number | undefined): string {
  return value === undefined ? '' : String(value);
}

/** A quotient rounded to 12 digits, without binary rounding errors. */
export function quotient(a: number, b: number): number {
  return Number((a / b).toPrecision(12));
}
