import { z } from 'zod';

const usd = z.number().nullable();

/** USD per million tokens, and per call; null: none. */
const amounts = {
  input: usd,
  output: usd,
  cache_read: usd,
  /** Kept for five minutes. */
  cache_write: usd,
  call: usd,
};

/** What is charged here, without the group ratio. Parts that are not set have their default. */
const ownAmounts = z.strictObject({
  ...amounts,
  /** Whether long contexts have other prices (`ModelTiers`). */
  has_tiers: z.boolean(),
});

/** What the public list has: the current prices, those of short contexts. */
const publicAmounts = z.strictObject({
  ...amounts,
  /** Provider and model of the list, which may stand for several names. */
  listed_as: z.string(),
  /** Prices of requests with more input tokens than `above_tokens`. */
  tiers: z.array(
    z.strictObject({
      above_tokens: z.int(),
      input: usd,
      output: usd,
      cache_read: usd,
      cache_write: usd,
    }),
  ),
  /** Whether the price depends on the time of day; the amounts are those of now. */
  by_time: z.boolean(),
});
export type PublicAmounts = z.infer<typeof publicAmounts>;
export type OwnAmounts = z.infer<typeof ownAmounts>;

/** `unpriced`: neither has a price; requests are refused. */
export const comparisonState = z.enum(['differs', 'equal', 'only_here', 'only_public', 'unpriced']);
export type ComparisonState = z.infer<typeof comparisonState>;

/** A model that has a price here or that enabled channels serve. */
export const comparedPrice = z
  .strictObject({
    model: z.string(),
    state: comparisonState,
    own: ownAmounts.nullable(),
    public: publicAmounts.nullable(),
    /**
     * The largest relative difference of an amount that both have: 0.5 = half more here than in the list, -0.5 = half of it. Null
     * where none can be compared, for example tokens with calls.
     */
    difference: z.number().nullable(),
    /** The price of the list as the options hold it. Null where they cannot: none is listed, or it depends on the time of day. */
    ratios: z
      .strictObject({
        ModelRatio: z.number(),
        CompletionRatio: z.number(),
        CacheRatio: z.number().optional(),
        CreateCacheRatio: z.number().optional(),
      })
      .nullable(),
  })
  .meta({ id: 'ComparedPrice' });
export type ComparedPrice = z.infer<typeof comparedPrice>;

/** The prices here beside those of the public list. */
export const priceComparison = z.strictObject({
  list: z.strictObject({
    name: z.string(),
    url: z.string(),
    version: z.string(),
    /** Of the version, ISO 8601. */
    date: z.iso.date(),
    /** Whether prices that no operator set are those of the list (`PublicPriceListEnabled`). */
    enabled: z.boolean(),
  }),
  /** By name. */
  models: z.array(comparedPrice),
});
export type PriceComparison = z.infer<typeof priceComparison>;
