import { estimateCost } from '../../lib/models/token-prices';
import type { Price, PriceFilters, Unit } from './pricing.types';

const DAY_MS = 86_400_000;
/** Days for which a model is marked as new. */
const NEW_DAYS = 60;

/** Prices by column; cache prices are absent when unknown. */
export interface ShownPrices {
  prompt: number;
  completion: number;
  cacheRead?: number;
  cacheWrite?: number;
}

/** US dollars in a group: per call, or per unit of tokens. */
export function dollarsOf(
  { usd_per_million: prices, model_price }: Price,
  groupRatio: number,
  unit: Unit,
): ShownPrices | { call: number } {
  if (!prices) return { call: model_price * groupRatio };
  const shown = (price: number) => (price * groupRatio) / (unit === '1K' ? 1000 : 1);
  return {
    prompt: shown(prices.input),
    completion: shown(prices.output),
    ...(prices.cache_read !== null && { cacheRead: shown(prices.cache_read) }),
    ...(prices.cache_write !== null && { cacheWrite: shown(prices.cache_write) }),
  };
}

/** True if the model's only price is that of its tasks; others have a price of images, too. */
export function isOnlyTask({ model_name: name, model_price, task }: Price): boolean {
  if (!task || task.unit === 'token') return false;
  return task.price_name === name || model_price === 0 || task.family !== 'video';
}

/** True if a price for cached input is known. */
export function cachesInput({ usd_per_million: prices }: Price): boolean {
  return prices !== null && (prices.cache_read !== null || prices.cache_write !== null);
}

/** Tokens of one call, and the number of calls. */
export interface Workload {
  prompt: number;
  /** The part of the prompt tokens that is read from a cache. */
  cached: number;
  completion: number;
  calls: number;
}

/** Estimated cost of a workload in a group, in US dollars. */
export function costOf(price: Price, groupRatio: number, work: Workload): number {
  const { usd_per_million: prices, model_price } = price;
  const { prompt, cached, completion, calls } = work;
  // Of tasks the example is estimated.
  const example = isOnlyTask(price) ? price.task?.example?.usd : undefined;
  const perCall =
    example ?? (prices ? estimateCost(prices, { input: prompt, cached, output: completion }) : model_price);
  return perCall * groupRatio * calls;
}

/** GPT models first, then by name. */
export function inUsualOrder(prices: readonly Price[]): Price[] {
  const later = ({ model_name }: Price) => (model_name.startsWith('gpt') ? 0 : 1);
  return prices.toSorted((a, b) => later(a) - later(b) || compareNames(a, b));
}

export function matches(price: Price, filters: PriceFilters, group: string): boolean {
  const keyword = filters.keyword.trim().toLowerCase();
  return (
    price.model_name.toLowerCase().includes(keyword) &&
    (filters.vendor === '' || price.vendor === filters.vendor) &&
    (filters.type === '' || String(price.quota_type) === filters.type) &&
    (filters.usable === '' || price.enable_groups.includes(group))
  );
}

/** Comparators by column key. Equal rows keep their order. */
const ORDERS: Record<string, (a: Price, b: Price, group: string) => number> = {
  usable: (a, b, group) => Number(b.enable_groups.includes(group)) - Number(a.enable_groups.includes(group)),
  type: (a, b) => a.quota_type - b.quota_type,
  model: compareNames,
  price: (a, b) => byAmount(a, b, ({ prompt }) => prompt),
  input: (a, b) => byAmount(a, b, ({ prompt }) => prompt),
  output: (a, b) => byAmount(a, b, ({ completion }) => completion),
  cacheRead: (a, b) => byAmount(a, b, ({ cacheRead }) => cacheRead),
  cacheWrite: (a, b) => byAmount(a, b, ({ cacheWrite }) => cacheWrite),
};

/**
 * Prices per call and per token are not comparable: models priced by tokens come first, then those without this price,
 * then those priced per call, then unpriced ones.
 */
function byAmount(a: Price, b: Price, amount: (dollars: ShownPrices) => number | undefined): number {
  const rank = (price: Price): [kind: number, dollars: number] => {
    if (!price.priced) return [3, 0];
    const dollars = dollarsOf(price, 1, '1M');
    if ('call' in dollars) return [2, dollars.call];
    const found = amount(dollars);
    return found === undefined ? [1, 0] : [0, found];
  };
  const [[kindA, dollarsA], [kindB, dollarsB]] = [rank(a), rank(b)];
  return kindA - kindB || dollarsA - dollarsB;
}

export function inOrder(
  prices: Price[],
  sort: { column: string; descending: boolean } | undefined,
  group: string,
): Price[] {
  const order = sort && ORDERS[sort.column];
  if (!sort || !order) return prices;
  const sign = sort.descending ? -1 : 1;
  return prices.toSorted((a, b) => sign * order(a, b, group));
}

function compareNames(a: Price, b: Price): number {
  return a.model_name < b.model_name ? -1 : a.model_name > b.model_name ? 1 : 0;
}

/** Tokens of a context window in short: `128K`, `1M`. */
export function windowText(tokens: number): string {
  if (tokens < 999_500) return `${Math.round(tokens / 1000)}K`;
  return `${Number((tokens / 1_000_000).toFixed(1))}M`;
}

/** Whether a model was released lately. @param now milliseconds */
export function isNew({ released }: Pick<Price, 'released'>, now: number): boolean {
  const age = now - Date.parse(released);
  return age >= 0 && age < NEW_DAYS * DAY_MS;
}
