import { z } from 'zod';
import { NEVER_EXPIRES, TokenStatus } from '../enums.js';
import { deletedAt, ignoredField, ignoredFields, lengthOf, MAX_QUOTA, valuesBefore } from '../fields.js';
import { MAX_TOKEN_NAME_LENGTH } from '../limits.js';
import { storedScopes, TOKEN_SCOPES } from '../token-scopes.js';
import { choiceParameter, pageParameters, textParameter, sortParameters } from '../query.js';

/** Whether the owner of a token gets its key: in lists, after a confirmation, or not again. */
export const KEY_ACCESS = ['shown', 'confirmed', 'never'] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

/** When and from where a key was used. */
const keyUse = {
  /** Unix seconds. */
  at: z.int(),
  address: z.string().describe('Of the client.'),
  user_agent: z.string().describe("'' = the client sent none."),
};
export const keyUseResponse = z.strictObject(keyUse).meta({ id: 'KeyUse' });
export type KeyUseResponse = z.infer<typeof keyUseResponse>;

export const refusedUseResponse = z
  .strictObject({ ...keyUse, code: z.string().describe('The error code that the client got.') })
  .meta({ id: 'RefusedKeyUse' });
export type RefusedUseResponse = z.infer<typeof refusedUseResponse>;

export const formerKeyResponse = z
  .strictObject({
    end: z.string().describe('Its last four characters.'),
    /** Unix seconds. */
    replaced_at: z.int(),
    ends_at: z.int().describe('Unix seconds; it is refused from then on.'),
    last_use: keyUseResponse.nullable().describe('Its last use since it was replaced; null = none is known.'),
  })
  .meta({ id: 'FormerKey' });
export type FormerKeyResponse = z.infer<typeof formerKeyResponse>;

/** A token as its owner sees it. */
export const tokenResponse = z
  .strictObject({
    id: z.int(),
    user_id: z.int(),
    key: z
      .string()
      .describe('Without `sk-`. `…` and the last four characters where it is not shown: see `key_access`.'),
    key_access: z
      .enum(KEY_ACCESS)
      .describe(
        'shown: lists have the whole key. confirmed: POST /api/token/{id}/reveal shows it. never: it was shown when it was made.',
      ),
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
    scopes: z
      .string()
      .describe(`What it may be used for, comma-separated: ${TOKEN_SCOPES.join(', ')}. '' = everything.`),
    former_key: formerKeyResponse
      .nullable()
      .describe('The key that was replaced and is still accepted; null = there is none.'),
    last_use: keyUseResponse
      .nullable()
      .describe('The last use that was accepted, to the minute, with either key; null = none is known.'),
    refused_use: refusedUseResponse
      .nullable()
      .describe('The last use that was refused although the key is right; null = none is known.'),
    cross_group_retry: z
      .boolean()
      .describe('Group auto: whether the next groups serve a request that no channel of the first one does.'),
    DeletedAt: deletedAt,
    week_quota: z.int().optional().describe('In lists: quota units charged in the last 7 days.'),
  })
  .meta({ id: 'Token' });
export type TokenResponse = z.infer<typeof tokenResponse>;

/** Read-only fields that the console sends back with an edited row. */
const ignored = ignoredFields(
  'user_id',
  'key',
  'key_access',
  'former_key',
  'last_use',
  'refused_use',
  'created_time',
  'accessed_time',
  'used_quota',
  'DeletedAt',
  'week_quota',
);

const name = z
  .string()
  .trim()
  .min(1, 'token_name_missing')
  .refine((text) => lengthOf(text) <= MAX_TOKEN_NAME_LENGTH, 'token_name_too_long');

const scopes = z.string().transform((list, context) => {
  const stored = storedScopes(list);
  if (stored !== undefined) return stored;
  context.issues.push({ code: 'custom', message: 'token_scope_unknown', input: list });
  return z.NEVER;
});

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
  scopes: z.string().max(1000).default('').pipe(scopes),
};

/** Members of the form. */
type EditableName = keyof typeof editable | 'expired_time' | 'cross_group_retry';

/** Those that an edit compares with what the editor displayed; the quota has `remain_quota_before`. */
const COMPARED = [
  'name',
  'expired_time',
  'unlimited_quota',
  'model_limits_enabled',
  'model_limits',
  'allow_ips',
  'group',
  'cross_group_retry',
  'scopes',
] as const satisfies readonly EditableName[];

/** Fails to compile when a member of the form is missing in the list. */
type NotCompared = Exclude<EditableName, (typeof COMPARED)[number] | 'remain_quota'>;
true satisfies [NotCompared] extends [never] ? true : NotCompared;

/** A missing or zero expiry means never. */
export const createTokenRequest = z
  .strictObject({
    ...ignored,
    ...ignoredFields('id', 'status'),
    ...editable,
    cross_group_retry: z.boolean().default(true),
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
 * Absent members stay unchanged. `remain_quota` alone sets the remaining quota; with `remain_quota_before`, the value that
 * the editor displayed, the difference is applied, so that quota spent since is not restored. An expiry of 0 is in the
 * past. `status` is changed with `status_only` alone, because clients send back the status that they read.
 */
export const updateTokenRequest = z.strictObject({
  ...ignored,
  id: z.int().positive('token_id_missing'),
  status: ignoredField(z.int().optional()),
  ...({
    name: name.optional(),
    expired_time: z.int().min(NEVER_EXPIRES).optional(),
    /** Quota units. Negative values are accepted for unlimited tokens, which clients send back with the row. */
    remain_quota: editable.remain_quota.unwrap().optional(),
    unlimited_quota: z.boolean().optional(),
    model_limits_enabled: z.boolean().optional(),
    model_limits: editable.model_limits.unwrap().optional(),
    allow_ips: z.string().max(65_536).optional(),
    group: editable.group.unwrap().optional(),
    cross_group_retry: z.boolean().optional(),
    scopes: z.string().max(1000).pipe(scopes).optional(),
  } satisfies Record<EditableName, z.ZodType>),
  remain_quota_before: z.int().optional(),
  before: valuesBefore(...COMPARED),
});
export type UpdateTokenRequest = z.infer<typeof updateTokenRequest>;

/** The fields of the form, as the console sends them. */
export type TokenRequestFields = Required<Pick<z.input<typeof createTokenRequest>, EditableName>>;

/** What an edit changes, as the console sends it. */
export type TokenChange = Omit<UpdateTokenRequest, 'id' | 'status' | keyof typeof ignored>;

/** Update with `status_only` in the query: every other field is ignored. */
export const updateTokenStatusRequest = z.strictObject({
  ...ignored,
  ...ignoredFields(...COMPARED, 'remain_quota', 'remain_quota_before', 'before'),
  id: z.int().positive('token_id_missing'),
  status: z.union([z.literal(TokenStatus.enabled), z.literal(TokenStatus.disabled)], 'invalid_parameters'),
});
export type UpdateTokenStatusRequest = z.infer<typeof updateTokenStatusRequest>;

/** Hours for which a replaced key may be accepted. */
export const MAX_OVERLAP_HOURS = 720;

export const replaceKeyRequest = z
  .strictObject({
    overlap_hours: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_HOURS)
      .default(0)
      .describe('Hours for which the old key is accepted beside the new one; 0 = it ends at once.'),
  })
  .optional();
export type ReplaceKeyRequest = z.infer<typeof replaceKeyRequest>;

export const revealedKeyResponse = z
  .strictObject({ key: z.string().describe('Without `sk-`.') })
  .meta({ id: 'RevealedKey' });
export type RevealedKeyResponse = z.infer<typeof revealedKeyResponse>;

/** Filters a list by status. */
export const tokenStatusParameter = choiceParameter([
  TokenStatus.enabled,
  TokenStatus.disabled,
  TokenStatus.expired,
  TokenStatus.exhausted,
]).describe('1 enabled, 2 disabled, 3 expired, 4 exhausted.');

/** Columns by which lists of tokens are sorted. Tokens that never expire are the last to do so. */
export const TOKEN_SORTS = [
  'id',
  'name',
  'used_quota',
  'remain_quota',
  'created_time',
  'accessed_time',
  'expired_time',
] as const;

const filter = { status: tokenStatusParameter, ...sortParameters(TOKEN_SORTS) };

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

/** Whether a token with this `expired_time` has expired. It still works in the second of that time. @param now Unix seconds */
export function hasExpired(expiredTime: number, now: number): boolean {
  return expiredTime !== NEVER_EXPIRES && expiredTime < Math.floor(now);
}
