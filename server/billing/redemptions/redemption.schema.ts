import { z } from 'zod';
import { choiceOf } from '../../core/http/choice.js';

const MAX_NAME_LENGTH = 20;
const MAX_BATCH = 100;
/** 2 billion USD; sums of such amounts stay exact in doubles. */
const MAX_QUOTA = 1_000_000_000_000_000;
/** Generated keys have 32 characters; imported ones may be longer. */
const MAX_KEY_LENGTH = 128;

/** Fields that the console sends back with a row but only the server sets. */
const ignored = Object.fromEntries(
  ['user_id', 'key', 'created_time', 'redeemed_time', 'used_user_id', 'DeletedAt'].map((key) => [
    key,
    z.unknown().optional(),
  ]),
);

const name = z
  .string()
  .trim()
  .refine(
    // Counts characters, not UTF-16 units.
    (text) => text !== '' && Array.from(text).length <= MAX_NAME_LENGTH,
    'redemption_name_length',
  );

const quota = z.int().min(0, 'redemption_quota_negative').max(MAX_QUOTA, 'redemption_quota_too_large');

export const createRedemptions = z.strictObject({
  ...ignored,
  id: z.unknown().optional(),
  status: z.unknown().optional(),
  name: z.string().default('').pipe(name),
  quota,
  count: z
    .int()
    .positive('redemption_count_too_small')
    .max(MAX_BATCH, 'redemption_count_too_large')
    .default(1),
});
export type CreateRedemptions = z.infer<typeof createRedemptions>;

const id = z.int().positive('redemption_id_missing');

export const updateRedemption = z.strictObject({
  ...ignored,
  status: z.unknown().optional(),
  count: z.unknown().optional(),
  id,
  name: z.string().default('').pipe(name),
  quota,
});
export type UpdateRedemption = z.infer<typeof updateRedemption>;

/** With `status_only`, only the status is changed and all other fields are ignored. */
export const switchRedemption = z.looseObject({
  id,
  status: z.union([z.literal(1), z.literal(2)], 'invalid_parameters'),
});
export type SwitchRedemption = z.infer<typeof switchRedemption>;

export const redemptionId = z.coerce
  .number('invalid_parameters')
  .int('invalid_parameters')
  .positive('redemption_id_missing');

/** Filter of lists and searches. */
export const redemptionFilter = z.object({
  status: choiceOf([1, 2, 3]).describe('1 unused, 2 disabled, 3 used.'),
});
export type RedemptionFilter = z.infer<typeof redemptionFilter>;

export const searchRedemptions = redemptionFilter.extend({ keyword: z.string().max(200).default('') });
export type SearchRedemptions = z.infer<typeof searchRedemptions>;

/** `POST /api/user/topup`. */
export const redeemCode = z.strictObject({
  key: z
    .string()
    .trim()
    .max(MAX_KEY_LENGTH, 'redeem_key_unknown')
    .default('')
    .pipe(z.string().min(1, 'redemption_key_missing')),
});
export type RedeemCode = z.infer<typeof redeemCode>;
