import type {
  ComparedPrice,
  ComparisonState,
  OwnAmounts,
  PublicAmounts,
} from '../../../contract/resources/price-comparison.js';
import { USD_PER_RATIO } from '../../../contract/quota.js';
import { pricesAsRatios } from '../defaults/genai-overlay.js';
import { amountsAbove, baseAmount, type ListedModel, type ListedPrices } from '../defaults/public-list.js';
import type { Price } from '../price.js';

/** Relative differences below it come from rounded ratios. */
const SAME = 1e-6;
const CALLS_OF_LISTED_PRICE = 1000;

/** The members of a listed price by ours. */
const LISTED = {
  input: 'input_mtok',
  output: 'output_mtok',
  cache_read: 'cache_read_mtok',
  cache_write: 'cache_write_mtok',
} as const;
const TOKEN_AMOUNTS = ['input', 'output', 'cache_read', 'cache_write'] as const;
const AMOUNTS = [...TOKEN_AMOUNTS, 'call'] as const;

/**
 * The price of a model here beside that of the public list.
 * @param price at group ratio 1, also of a model that only the list prices
 */
export function compared(model: string, price: Price, listed: ListedModel | undefined): ComparedPrice {
  const own = price.source === 'tables' ? ownAmounts(price) : null;
  const shown = listed === undefined ? null : publicAmounts(listed);
  const difference = own && shown ? differenceOf(own, shown) : null;
  return {
    model,
    state: stateOf(own, shown, difference),
    own,
    public: shown,
    difference,
    ratios: ratiosOf(listed),
  };
}

function stateOf(
  own: OwnAmounts | null,
  listed: PublicAmounts | null,
  difference: number | null,
): ComparisonState {
  if (own && listed) return difference === 0 ? 'equal' : 'differs';
  if (own) return 'only_here';
  return listed ? 'only_public' : 'unpriced';
}

function ownAmounts(price: Price): OwnAmounts {
  const hasTiers = (price.tiers?.length ?? 0) > 0;
  if (price.modelPrice !== -1)
    return {
      input: null,
      output: null,
      cache_read: null,
      cache_write: null,
      call: price.modelPrice,
      has_tiers: hasTiers,
    };
  const input = price.modelRatio * USD_PER_RATIO;
  return {
    input: rounded(input),
    output: rounded(input * price.completionRatio),
    cache_read: rounded(input * price.cacheRatio),
    cache_write: rounded(input * price.creationRatio),
    call: null,
    has_tiers: hasTiers,
  };
}

/** null: a price of 0 is more often a gap in the list than a free model. */
function publicAmounts({ listedAs, prices, byTime }: ListedModel): PublicAmounts | null {
  const amount = (name: string) => baseAmount(prices[name]) ?? null;
  const perThousand = amount('requests_kcount');
  const call = perThousand === null ? null : rounded(perThousand / CALLS_OF_LISTED_PRICE);
  if (!amount('input_mtok') && !call) return null;
  return {
    input: amount(LISTED.input),
    output: amount(LISTED.output),
    cache_read: amount(LISTED.cache_read),
    cache_write: amount(LISTED.cache_write),
    call,
    listed_as: listedAs,
    tiers: tiersOf(prices),
    by_time: byTime,
  };
}

function tiersOf(prices: ListedPrices): PublicAmounts['tiers'] {
  const amounts = TOKEN_AMOUNTS.map((name) => [name, amountsAbove(prices[LISTED[name]])] as const);
  const starts = [...new Set(amounts.flatMap(([, above]) => [...above.keys()]))].toSorted((a, b) => a - b);
  return starts.map((start) => {
    const tier = { above_tokens: start, input: null, output: null, cache_read: null, cache_write: null };
    return Object.assign(
      tier,
      Object.fromEntries(amounts.map(([name, above]) => [name, above.get(start) ?? null])),
    );
  });
}

/** null: no amount that both have. */
function differenceOf(own: OwnAmounts, listed: PublicAmounts): number | null {
  const differences = AMOUNTS.flatMap((name) => {
    const [one, other] = [own[name], listed[name]];
    if (one === null || other === null) return [];
    if (other === 0) return [one === 0 ? 0 : 1];
    return [(one - other) / other];
  });
  if (differences.length === 0) return null;
  const [largest = 0] = differences.toSorted((a, b) => Math.abs(b) - Math.abs(a));
  return Math.abs(largest) < SAME ? 0 : rounded(largest);
}

function ratiosOf(listed: ListedModel | undefined): ComparedPrice['ratios'] {
  const ratios = listed?.byTime === false ? pricesAsRatios(listed.prices) : undefined;
  if (!ratios) return null;
  return {
    ModelRatio: ratios.modelRatio,
    CompletionRatio: ratios.completionRatio,
    ...(ratios.cacheRatio !== undefined && { CacheRatio: ratios.cacheRatio }),
    ...(ratios.creationRatio !== undefined && { CreateCacheRatio: ratios.creationRatio }),
  };
}

/** Without errors of binary fractions. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
