import { z } from 'zod';
import { QuotaType } from '../enums.js';
import { listedPart } from './logs/log-terms.js';
import { taskPriceResponse } from './tasks/task-price.js';

/** USD per million tokens; null = unknown. */
const tokenPrices = z.strictObject({
  input: z.number(),
  output: z.number(),
  cache_read: z.number().nullable(),
  cache_write: z.number().nullable(),
});
export type TokenPrices = z.infer<typeof tokenPrices>;

/** A model on the price list. */
export const priceResponse = z
  .strictObject({
    model_name: z.string(),
    quota_type: z
      .union([z.literal(QuotaType.byUsage), z.literal(QuotaType.byCall)])
      .describe('QuotaType: 0 priced per token, 1 per call.'),
    /** 1 = 2 USD per million input tokens; 0 when priced per call. */
    model_ratio: z.number(),
    /** USD per call; 0 when priced per token. */
    model_price: z.number(),
    owner_by: z.literal(''),
    completion_ratio: z.number(),
    enable_groups: z.array(z.string()),
    /** Tollgate extension: maker of the model, derived from its name; '' if unknown. */
    vendor: z.string(),
    context_window: z
      .int()
      .nullable()
      .describe('Tollgate extension: tokens that the model accepts in one request; null = unknown.'),
    released: z
      .string()
      .describe("Tollgate extension: day of its release, as in `2026-10-23`; '' = unknown."),
    /**
     * Tollgate extension: input read from a cache, and written to one for five minutes, relative to other input; null =
     * unknown.
     */
    cache_ratio: z.number().nullable(),
    cache_creation_ratio: z.number().nullable(),
    /** Tollgate extension: the members above that no operator set and that come from the public price list. */
    public_list: z.array(listedPart),
    /** Tollgate extension: the members above that are set nowhere, so that a default applies. */
    defaulted: z.array(listedPart),
    /** Tollgate extension: without the group ratio; null when priced per call. */
    usd_per_million: tokenPrices.nullable(),
    /** Tollgate extension: false = neither price nor ratio is set and calls are rejected; the ratios are meaningless then. */
    priced: z.boolean(),
    /** Tollgate extension: how drawings, songs and videos of the model are charged; null for models without tasks. */
    task: taskPriceResponse.nullable(),
  })
  .meta({ id: 'Price' });
export type PriceResponse = z.infer<typeof priceResponse>;

/** Members beside `data` of the price list, by group that the caller may use. */
export const priceListExtras = z.strictObject({
  group_ratio: z.record(z.string(), z.number()),
  /** Description of each group. */
  usable_group: z.record(z.string(), z.string()),
  /** Groups behind the pseudo-group `auto`. */
  auto_groups: z.array(z.string()),
});
export type PriceListExtras = z.infer<typeof priceListExtras>;
