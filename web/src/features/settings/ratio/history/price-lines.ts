import { PRICE_PARTS, type OwnPrice, type PricePart } from '#contract/resources/price-change';
import { formatPrice } from '../../../../lib/format/format';
import { PRICE_OF_RATIO } from '../prices';

/** Amounts that are shown in USD, and the other parts by their option. */
export type LineName = 'call' | 'input' | 'output' | 'cacheRead' | 'cacheWrite' | PricePart;

/** A part of a price before and after a change; undefined: not set. */
export interface PriceLine {
  name: LineName;
  before: string | undefined;
  after: string | undefined;
}

/** What a price consists of, in USD per call or per 1M tokens where that is known. */
function amountsOf(price: OwnPrice): Partial<Record<LineName, string>> {
  const {
    ModelPrice: call,
    ModelRatio: ratio,
    CompletionRatio,
    CacheRatio,
    CreateCacheRatio,
    ...others
  } = price;
  const amounts: Partial<Record<LineName, string>> = {};
  if (call !== undefined) amounts.call = formatPrice(call);
  if (ratio !== undefined) amounts.input = formatPrice(ratio * PRICE_OF_RATIO);
  const relative = { output: CompletionRatio, cacheRead: CacheRatio, cacheWrite: CreateCacheRatio };
  for (const [name, value] of Object.entries(relative) as [keyof typeof relative, number | undefined][]) {
    if (value === undefined) continue;
    // Relative to the default price of input, which is another in other releases.
    amounts[name] = ratio === undefined ? `×${value}` : formatPrice(ratio * PRICE_OF_RATIO * value);
  }
  for (const part of PRICE_PARTS) {
    const value = (others as OwnPrice)[part];
    if (value !== undefined) amounts[part] = typeof value === 'number' ? `×${value}` : JSON.stringify(value);
  }
  return amounts;
}

const ORDER: readonly LineName[] = ['call', 'input', 'output', 'cacheRead', 'cacheWrite', ...PRICE_PARTS];

/** The parts that differ. */
export function priceLines(before: OwnPrice, after: OwnPrice): PriceLine[] {
  const [then, now] = [amountsOf(before), amountsOf(after)];
  return ORDER.filter((name) => then[name] !== now[name]).map((name) => ({
    name,
    before: then[name],
    after: now[name],
  }));
}
