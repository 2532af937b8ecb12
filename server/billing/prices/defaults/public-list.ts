import { calcPrice, type ModelInfo } from '@pydantic/genai-prices';

/** The public list that the program contains. A test compares the version with the one that is installed. */
export const PUBLIC_LIST = {
  name: 'genai-prices',
  url: 'https://github.com/pydantic/genai-prices',
  version: '0.1.8',
  /** When the version was published. */
  date: '2026-09-23',
} as const;

/** Providers whose models the list does not find by name alone. Names with a slash are looked up at OpenRouter. */
const EXTRA_PROVIDERS = ['zai', 'perplexity', 'groq'];

type ListedAmount =
  | number
  | { readonly base: number; readonly tiers: readonly { readonly start: number; readonly price: number }[] };

/** Current prices of a model by the names of the list: USD per million tokens (`…_mtok`) or per thousand calls (`…_kcount`). */
export type ListedPrices = Readonly<Record<string, ListedAmount | undefined>>;

export interface ListedModel {
  /** Provider and id of the list. */
  readonly listedAs: string;
  readonly prices: ListedPrices;
  /** Whether other prices apply at other times of the day. */
  readonly byTime: boolean;
}

/** A model of the list. Takes about 10 µs, several times as long for models that it does not have. */
export function listedModel(name: string): ListedModel | undefined {
  const usage = { input_tokens: 1 };
  const providerIds = name.includes('/') ? ['openrouter'] : EXTRA_PROVIDERS;
  for (const options of [{}, ...providerIds.map((providerId) => ({ providerId }))]) {
    const found = calcPrice(usage, name, options);
    if (found)
      return {
        listedAs: `${found.provider.id}/${found.model.id}`,
        prices: found.model_price,
        byTime: dependsOnTime(found.model),
      };
  }
  return undefined;
}

/** The amount for short contexts. */
export function baseAmount(amount: ListedAmount | undefined): number | undefined {
  return typeof amount === 'object' ? amount.base : amount;
}

/** The amounts for longer contexts, by the number of tokens above which they apply. */
export function amountsAbove(amount: ListedAmount | undefined): ReadonlyMap<number, number> {
  return new Map(typeof amount === 'object' ? amount.tiers.map(({ start, price }) => [start, price]) : []);
}

function dependsOnTime({ prices }: ModelInfo): boolean {
  return Array.isArray(prices) && prices.some(({ constraint }) => constraint?.type === 'time_of_date');
}
