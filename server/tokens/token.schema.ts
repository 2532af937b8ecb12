import { z } from 'zod';
import { choiceOf } from '../core/http/choice.js';

const MAX_NAME_LENGTH = 30;
/** 2 billion USD; sums of such amounts stay exact in a JavaScript number. */
const MAX_QUOTA = 1_000_000_000_000_000;
const NEVER = -1;

/** Read-only fields that the console sends back with an edited row. */
const ignored = {
  user_id: z.unknown().optional(),
  key: z.unknown().optional(),
  created_time: z.unknown().optional(),
  accessed_time: z.unknown().optional(),
  used_quota: z.unknown().optional(),
  DeletedAt: z.unknown().optional(),
};

const name = z
  .string()
  .trim()
  .min(1, 'token_name_missing')
  // Counts Unicode code points, not UTF-16 units.
  .refine((text) => Array.from(text).length <= MAX_NAME_LENGTH, 'token_name_too_long');

const editable = {
  name,
  remain_quota: z.int().max(MAX_QUOTA).default(0),
  unlimited_quota: z.boolean().default(false),
  model_limits_enabled: z.boolean().default(false),
  model_limits: z.string().max(65_536).default(''),
  allow_ips: z
    .string()
    .max(65_536)
    .nullish()
    .transform((text) => text ?? ''),
  group: z.string().max(64).default(''),
};

/** A missing or zero expiry means never. */
export const createToken = z
  .strictObject({
    ...ignored,
    ...editable,
    name: z.string().default('').pipe(name),
    id: z.unknown().optional(),
    status: z.unknown().optional(),
    expired_time: z
      .int()
      .min(NEVER)
      .default(NEVER)
      .transform((time) => (time === 0 ? NEVER : time))
      .refine((time) => time === NEVER || time > Date.now() / 1000, 'token_expiry_past'),
  })
  .refine((token) => token.remain_quota >= 0, 'token_quota_negative');
export type CreateToken = z.infer<typeof createToken>;

/**
 * Overwrites every editable field; omitted fields become empty or false. The quota must be sent unless it is unlimited,
 * because an emptied number field would leave a token without quota. An expiry of 0 is in the past.
 */
export const updateToken = z
  .strictObject({
    ...ignored,
    ...editable,
    name: z.string().default('').pipe(name),
    id: z.int().positive('token_id_missing'),
    status: z.int().optional(),
    expired_time: z.int().min(NEVER).default(0),
    remain_quota: editable.remain_quota.unwrap().optional(),
  })
  .refine((token) => token.remain_quota !== undefined || token.unlimited_quota, {
    path: ['remain_quota'],
    message: '不能为空',
  })
  .transform((token) => ({ ...token, remain_quota: token.remain_quota ?? 0 }))
  // The balance of an unlimited token may be negative, and the console sends it back with the row.
  .refine((token) => token.remain_quota >= 0 || token.unlimited_quota, 'token_quota_negative');
export type UpdateToken = z.infer<typeof updateToken>;

/** Filters of a user's list and search. */
export const tokenFilter = z.object({
  status: choiceOf([1, 2, 3, 4]).describe('1 enabled, 2 disabled, 3 expired, 4 exhausted.'),
});
export type TokenFilter = z.infer<typeof tokenFilter>;

/** Body of an update with `status_only`: every other field is ignored. */
export const switchToken = z.looseObject({
  id: z.int().positive('token_id_missing'),
  status: z.union([z.literal(1), z.literal(2)], 'invalid_parameters'),
});
export type SwitchToken = z.infer<typeof switchToken>;
