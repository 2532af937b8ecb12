import { z } from 'zod';
import { jsonShapes } from '../options/json-shapes.js';

/** The options with a part of the price of each model, in the order of display. */
export const PRICE_PARTS = [
  'ModelPrice',
  'ModelRatio',
  'CompletionRatio',
  'CacheRatio',
  'CreateCacheRatio',
  'AudioRatio',
  'AudioCompletionRatio',
  'AudioCacheRatio',
  'ImageRatio',
  'ImageCompletionRatio',
  'ModelTiers',
  'ServiceTierRatio',
] as const;
export type PricePart = (typeof PRICE_PARTS)[number];

const ratio = z.number().nonnegative();

/** What operators set for a model: the entries of the options with its name. Without members it has no price of its own. */
export const ownPrice = z.strictObject({
  ModelPrice: ratio.optional(),
  ModelRatio: ratio.optional(),
  CompletionRatio: ratio.optional(),
  CacheRatio: ratio.optional(),
  CreateCacheRatio: ratio.optional(),
  AudioRatio: ratio.optional(),
  AudioCompletionRatio: ratio.optional(),
  AudioCacheRatio: ratio.optional(),
  ImageRatio: ratio.optional(),
  ImageCompletionRatio: ratio.optional(),
  ModelTiers: jsonShapes.tiers.valueType.optional(),
  ServiceTierRatio: jsonShapes.serviceTiers.valueType.optional(),
} satisfies Record<PricePart, z.ZodType>);
export type OwnPrice = z.infer<typeof ownPrice>;

/** What the actor used: the price page, its paste, the comparison with the public list, the tables of options, a program, … */
export const priceChangeHow = z.enum(['editor', 'paste', 'public_list', 'table', 'script', 'reset', 'undo']);
export type PriceChangeHow = z.infer<typeof priceChangeHow>;

/** Longest name of a model in a request, characters. */
const MAX_NAME_LENGTH = 1000;
/** Models of one request. */
const MAX_CHANGES = 5000;

const modelName = z.string().min(1).max(MAX_NAME_LENGTH);

/**
 * Parts that the editors of the price page set. null removes one; absent ones stay as they are. A record, because null members of
 * objects count as absent in requests.
 */
const editedParts = z.partialRecord(
  z.enum(['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio', 'CreateCacheRatio']),
  ratio.nullable(),
);
export type EditedParts = z.infer<typeof editedParts>;

/** `PUT /api/prices` */
export const savePricesRequest = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        model: modelName,
        price: editedParts,
        /** The values that the editor displayed; nothing is saved if one of them is another by now. null: none. */
        before: editedParts.optional(),
      }),
    )
    .min(1)
    .max(MAX_CHANGES),
  how: z.enum(['editor', 'paste', 'public_list']).optional(),
  /** Saves also where models that enabled channels serve lose their price (`models_lose_price`). */
  confirmed: z.boolean().optional(),
});
export type SavePricesRequest = z.infer<typeof savePricesRequest>;

/** What a change of prices was: the changes of one request. */
export const savePricesResponse = z.strictObject({
  /** Null if every price already was as wanted. */
  operation: z.uuid().nullable(),
});
export type SavePricesResponse = z.infer<typeof savePricesResponse>;

/** `POST /api/prices/undo` */
export const undoPricesRequest = z.strictObject({
  operation: z.uuid(),
  /** Only the price of this model; absent: all of the operation. */
  model: z.string().max(MAX_NAME_LENGTH).optional(),
  confirmed: z.boolean().optional(),
});
export type UndoPricesRequest = z.infer<typeof undoPricesRequest>;

const MAX_ID = 2_147_483_647;
const before = z.coerce
  .number()
  .int()
  .positive()
  .max(MAX_ID)
  .optional()
  .describe('Changes before this id, for the next page; absent: the newest.');

/** Changes of prices, newest first. */
export const priceHistoryQuery = z.object({
  model: z.string().max(MAX_NAME_LENGTH).optional(),
  operation: z.uuid().optional(),
  before,
  size: z.coerce.number().int().min(1).max(100).default(20),
});
export type PriceHistoryQuery = z.infer<typeof priceHistoryQuery>;

export const priceOperationsQuery = z.object({
  before,
  size: z.coerce.number().int().min(1).max(50).default(20),
});
export type PriceOperationsQuery = z.infer<typeof priceOperationsQuery>;

/** Who changed prices, when and how. */
const circumstances = {
  /** Changes of one request share it. */
  operation: z.uuid(),
  /** Models whose prices the operation changed. */
  operation_size: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  actor_id: z.int(),
  actor_name: z.string(),
  how: priceChangeHow,
  /** The operation that this one took back; null for others. */
  undoes: z.uuid().nullable(),
};

/** A model and what operators had set for it before and after a change. */
const changedPrice = { model: z.string(), before: ownPrice, after: ownPrice };

/** A change of the price of one model. */
export const priceChangeResponse = z
  .strictObject({
    id: z.int(),
    ...changedPrice,
    /** Whether the price still is `after`. */
    can_undo: z.boolean(),
    ...circumstances,
  })
  .meta({ id: 'PriceChange' });
export type PriceChangeResponse = z.infer<typeof priceChangeResponse>;

/** The changes of one request. */
export const priceOperationResponse = z
  .strictObject({
    /** Of its first change: the next page begins before it. */
    first_id: z.int(),
    /** The first three changes. */
    changes: z.array(z.strictObject(changedPrice)),
    /** Whether all changes are still stored and no price has been changed again since, except back. */
    can_undo: z.boolean(),
    ...circumstances,
  })
  .meta({ id: 'PriceOperation' });
export type PriceOperationResponse = z.infer<typeof priceOperationResponse>;

/** The latest change of each model, by name. */
export const latestPriceChanges = z.record(
  z.string(),
  z.strictObject({ created_at: z.int(), actor_name: z.string() }),
);
export type LatestPriceChanges = z.infer<typeof latestPriceChanges>;
