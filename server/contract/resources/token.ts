import { z } from 'zod';
import { ruleMessage } from '../errors/rules.js';
import { NEVER_EXPIRES, TokenStatus } from '../enums.js';
import { deletedAt, ignoredFields, lengthOf, MAX_QUOTA } from '../fields.js';
import { choiceParameter, pageParameters, textParameter } from '../query.js';

const MAX_NAME_LENGTH = 30;

/** A token as its owner sees it, with its key, which the console copies and uses for chats. */
export const tokenResponse = z
  .strictObject({
    id: z.int(),
    user_id: z.int(),
    /** Without `sk-`. */
    key: z.string(),
    status: z.int().describe('TokenStatus: 1 enabled, 2 disabled, 3 expired, 4 exhausted.'),
    name: z.string(),
    /** Unix seconds. */
    created_time: z.int(),
    /** Unix seconds. */
    accessed_time: z.int(),
    /** Unix seconds; -1 = never. */
    expired_time: z.int(),
    /** Quota units. */
    remain_quota: z.int(),
    unlimited_quota: z.boolean(),
    model_limits_enabled: z.boolean(),
    /** Comma-separated. */
    model_limits: z.string(),
    /** One address or network per line; '' = all. */
    allow_ips: z.string(),
    /** Quota units. */
    used_quota: z.int(),
    /** '' = the owner's group. */
    group: z.string(),
    cross_group_retry: z
      .boolean()
      .describe('Group auto: whether the next groups serve a request that no channel of the first one does.'),
    DeletedAt: deletedAt,
  })
  .meta({ id: 'Token' });
export type TokenResponse = z.infer<typeof tokenResponse>;

/** Read-only fields that the console sends back with an edited row. */
const ignored = ignoredFields('user_id', 'key', 'created_time', 'accessed_time', 'used_quota', 'DeletedAt');

const name = z
  .string()
  .trim()
  .min(1, 'token_name_missing')
  .refine((text) => lengthOf(text) <= MAX_NAME_LENGTH, 'token_name_too_long');

const editable = {
  name: z.string().default('').pipe(name),
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
export const createTokenRequest = z
  .strictObject({
    ...ignored,
    ...editable,
    cross_group_retry: z.boolean().default(true),
    id: z.unknown().optional(),
    status: z.unknown().optional(),
    expired_time: z
      .int()
      .min(NEVER_EXPIRES)
      .default(NEVER_EXPIRES)
      .transform((time) => (time === 0 ? NEVER_EXPIRES : time))
      .refine((time) => time === NEVER_EXPIRES || time > Date.now() / 1000, 'token_expiry_past'),
  })
  .refine((token) => token.remain_quota >= 0, 'token_quota_negative');
export type CreateTokenRequest = z.infer<typeof createTokenRequest>;

/**
 * Overwrites every editable field; omitted fields become empty or false. The quota must be sent unless it is unlimited,
 * because an emptied number field would leave a token without quota. An expiry of 0 is in the past.
 */
export const updateTokenRequest = z
  .strictObject({
    ...ignored,
    ...editable,
    id: z.int().positive('token_id_missing'),
    /** Omitted: unchanged. */
    cross_group_retry: z.boolean().optional(),
    status: z.int().optional(),
    expired_time: z.int().min(NEVER_EXPIRES).default(0),
    remain_quota: editable.remain_quota.unwrap().optional(),
  })
  .refine((token) => token.remain_quota !== undefined || token.unlimited_quota, {
    path: ['remain_quota'],
    ...ruleMessage('required', {}),
  })
  .transform((token) => ({ ...token, remain_quota: token.remain_quota ?? 0 }))
  // The balance of an unlimited token may be negative, and the console sends it back with the row.
  .refine((token) => token.remain_quota >= 0 || token.unlimited_quota, 'token_quota_negative');
export type UpdateTokenRequest = z.infer<typeof updateTokenRequest>;

/** The fields of the form, as the console sends them. */
export type TokenRequestFields = Required<
  Pick<z.input<typeof createTokenRequest>, keyof typeof editable | 'expired_time' | 'cross_group_retry'>
>;

/** Update with `status_only` in the query: every other field is ignored. */
export const updateTokenStatusRequest = z.looseObject({
  id: z.int().positive('token_id_missing'),
  status: z.union([z.literal(TokenStatus.enabled), z.literal(TokenStatus.disabled)], 'invalid_parameters'),
});
export type UpdateTokenStatusRequest = z.infer<typeof updateTokenStatusRequest>;

const filter = {
  status: choiceParameter([
    TokenStatus.enabled,
    TokenStatus.disabled,
    TokenStatus.expired,
    TokenStatus.exhausted,
  ]).describe('1 enabled, 2 disabled, 3 expired, 4 exhausted.'),
};

export const tokenListQuery = z.object({
  p: pageParameters.p,
  size: pageParameters.page_size,
  ...filter,
});
export type TokenListQuery = z.infer<typeof tokenListQuery>;

export const tokenSearchQuery = z.object({
  keyword: textParameter('Part of the name.'),
  token: textParameter('Part of the key.'),
  ...filter,
});
export type TokenSearchQuery = z.infer<typeof tokenSearchQuery>;
