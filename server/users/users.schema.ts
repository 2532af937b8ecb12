import { z } from 'zod';
import { ROLES } from '../core/http/account.js';
import { choiceOf } from '../core/http/choice.js';
import { errorOf } from '../core/http/schema.pipe.js';

/** At most `limit` Unicode characters, not bytes. */
const upTo = (limit: number) =>
  z.string().refine((text) => Array.from(text).length <= limit, `长度不能超过 ${limit} 个字符`);

/** 8–20 characters, or '' for unchanged. */
const newPassword = z
  .string()
  .refine(
    (text) => text === '' || (Array.from(text).length >= 8 && Array.from(text).length <= 20),
    '长度必须为 8-20 个字符',
  );

const username = upTo(12).trim();

/** Sign-in accepts names and e-mail addresses in one field, so a name must not look like an address. */
const newName = z.object({
  username: username.min(1, 'invalid_parameters').refine((name) => !name.includes('@'), '不能包含 @'),
});

/** Existing names (imported, or from a third party) may be longer. They may be kept; a new name must satisfy `newName`. */
const keptName = z.string().trim().max(200);

/** @throws ApiError if the name is not allowed, whether or not it is free */
export function checkNewName(name: string): void {
  const { error } = newName.safeParse({ username: name });
  if (error !== undefined) throw errorOf(error.issues[0] ?? { message: '' });
}

/** Remaining fields of a user object: clients send the whole object back, and these cannot be changed here. */
const readOnly = Object.fromEntries(
  [
    'status',
    'github_id',
    'oidc_id',
    'wechat_id',
    'telegram_id',
    'linux_do_id',
    'verification_code',
    'access_token',
    'used_quota',
    'request_count',
    'aff_code',
    'aff_count',
    'aff_quota',
    'aff_history_quota',
    'inviter_id',
    'DeletedAt',
    'setting',
  ].map((key) => [key, z.unknown().optional()]),
);

export const updateSelf = z.strictObject({
  ...readOnly,
  id: z.unknown().optional(),
  role: z.unknown().optional(),
  quota: z.unknown().optional(),
  group: z.unknown().optional(),
  /** The flag from `GET /api/user/self`, ignored. */
  default_password: z.unknown().optional(),
  username: keptName.optional(),
  display_name: upTo(20).optional(),
  password: newPassword.optional(),
  original_password: z.string().optional(),
  email: upTo(50).optional(),
});
export type UpdateSelf = z.infer<typeof updateSelf>;

/** Body of `DELETE /api/user/self`; most clients send none. */
export const removeSelf = z.object({ original_password: z.string().max(1000).optional() }).optional();
export type RemoveSelf = z.infer<typeof removeSelf>;

export const createUser = z.strictObject({
  username: newName.shape.username,
  password: z.string().min(1, 'invalid_parameters').pipe(newPassword),
  display_name: upTo(20).optional(),
  role: z.int().optional(),
});
export type CreateUser = z.infer<typeof createUser>;

export const updateUser = z.strictObject({
  ...readOnly,
  id: z.int().positive('invalid_parameters'),
  username: keptName.min(1).optional(),
  display_name: upTo(20).optional(),
  password: newPassword.optional(),
  email: z.unknown().optional(),
  role: z.int().optional(),
  group: z.string().max(64).optional(),
  quota: z.int().min(0, 'quota_negative').optional(),
  /**
   * The quota the editor displayed. If given, the change is applied relative to it, so that quota spent since is not
   * restored.
   */
  quota_before: z.int().optional(),
});
export type UpdateUser = z.infer<typeof updateUser>;

export const manageUser = z.strictObject({
  id: z.int().positive('invalid_parameters'),
  action: z.enum(['disable', 'enable', 'delete', 'promote', 'demote'], 'invalid_parameters'),
});
export type ManageUser = z.infer<typeof manageUser>;

export const idParameter = z.coerce
  .number('invalid_parameters')
  .int('invalid_parameters')
  .positive('invalid_parameters');

/** Filters of lists and searches. A deleted account matches only the status `deleted`. */
export const userFilter = z.object({
  status: z
    .enum(['', '1', '2', '3', 'deleted'])
    .optional()
    .describe('1 enabled, 2 banned, 3 locked; of these no deleted ones.'),
  role: choiceOf([ROLES.user, ROLES.admin, ROLES.root]).describe(
    '1 user, 10 administrator, 100 super administrator.',
  ),
});
export type UserFilter = z.infer<typeof userFilter>;

export const searchUsers = userFilter.extend({
  keyword: z.string().max(200).optional(),
  group: z.string().max(64).optional(),
});
export type SearchUsers = z.infer<typeof searchUsers>;

/** Body of `POST /api/user/aff_transfer`. */
export const transferReward = z.strictObject({ quota: z.int() });
export type TransferReward = z.infer<typeof transferReward>;
