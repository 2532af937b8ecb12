import { z } from 'zod';
import { textUpTo } from '../../fields.js';

/** Of the column. */
const MAX_ID = 2_147_483_647;
const MAX_MODEL_LENGTH = 200;
/** USD, and factors of a list price. */
const MAX_PRICE = 1_000_000;

/**
 * How the operator pays a provider: `ratio`: a part of the list price, which is the price without the group ratio; `tokens`: USD per
 * million tokens of each kind; `call`: USD per request.
 */
export const PURCHASE_KINDS = ['ratio', 'tokens', 'call'] as const;
export type PurchaseKind = (typeof PURCHASE_KINDS)[number];

const price = z.number().min(0).max(MAX_PRICE);

const members = {
  channel_id: z.int().min(1).max(MAX_ID),
  model: textUpTo(MAX_MODEL_LENGTH).describe(
    "As clients name it; '' = all models without a price of their own.",
  ),
  from: z
    .int()
    .min(0)
    .max(4_102_444_800)
    .describe('Unix seconds: it counts from the hour that contains this time until the next price counts.'),
  kind: z.enum(PURCHASE_KINDS),
};

const prices = {
  ratio: price.describe('Factor of the list price.'),
  input: price.describe('USD per million input tokens that are not cached.'),
  output: price.describe('USD per million output tokens.'),
  cached: price.describe('USD per million input tokens read from a cache; absent = as `input`.'),
  cache_write: price.describe('USD per million input tokens written to a cache; absent = as `input`.'),
  call: price.describe('USD per request.'),
};

export const purchasePriceRequest = z
  .strictObject({
    ...members,
    model: members.model.default(''),
    ratio: prices.ratio.optional(),
    input: prices.input.optional(),
    output: prices.output.optional(),
    cached: prices.cached.optional(),
    cache_write: prices.cache_write.optional(),
    call: prices.call.optional(),
  })
  .refine(
    ({ kind, ratio, input, output, call }) =>
      ({
        ratio: ratio !== undefined,
        tokens: input !== undefined && output !== undefined,
        call: call !== undefined,
      })[kind],
    'purchase_price_incomplete',
  );
export type PurchasePriceRequest = z.infer<typeof purchasePriceRequest>;

export const purchasePriceResponse = z
  .strictObject({
    id: z.int(),
    ...members,
    channel_name: z.string(),
    ratio: prices.ratio.nullable(),
    input: prices.input.nullable(),
    output: prices.output.nullable(),
    cached: prices.cached.nullable(),
    cache_write: prices.cache_write.nullable(),
    call: prices.call.nullable(),
  })
  .meta({ id: 'PurchasePrice' });
export type PurchasePriceResponse = z.infer<typeof purchasePriceResponse>;

export const purchasePricesQuery = z.strictObject({
  channel_id: z.coerce.number().int().min(1).max(MAX_ID).optional().describe('Absent = all channels.'),
});
export type PurchasePricesQuery = z.infer<typeof purchasePricesQuery>;
