import { z } from 'zod';
import { ruleMessage } from '../../errors/rules.js';
import { Role, UserStatus } from '../../enums.js';
import {
  chosenLanguage,
  deletedAt,
  ignoredField,
  ignoredFields,
  newPassword,
  reason,
  textUpTo,
  valuesBefore,
} from '../../fields.js';
import { MAX_USERNAME_LENGTH } from '../../limits.js';
import { secondFactorNotice } from './second-factor.js';
import { choiceParameter, pageParameters, pageResponse, sortParameters } from '../../query.js';

/** A user in management responses. The strict schema excludes hashes and tokens. */
export const userResponse = z
  .strictObject({
    id: z.int(),
    username: z.string(),
    password: z.literal(''),
    display_name: z.string(),
    role: z.int().describe('Role: 1 user, 10 administrator, 100 super administrator.'),
    status: z.int().describe('UserStatus: 1 enabled, 2 banned, 3 locked.'),
    email: z.string(),
    github_id: z.string(),
    oidc_id: z.string(),
    wechat_id: z.string(),
    telegram_id: z.string(),
    linux_do_id: z.string(),
    verification_code: z.literal(''),
    access_token: z.null(),
    /** Quota units. */
    quota: z.int(),
    used_quota: z.int(),
    request_count: z.int(),
    group: z.string(),
    aff_code: z.string(),
    aff_count: z.int(),
    aff_quota: z.int(),
    aff_history_quota: z.int(),
    inviter_id: z.int(),
    DeletedAt: deletedAt,
    /** JSON text, shown to the user only; '' = none. */
    setting: z.string(),
    week_quota: z.int().optional().describe('In lists: quota units charged in the last 7 days.'),
    second_factor: z
      .literal(true)
      .optional()
      .describe('The account has an authenticator app or a passkey; absent without.'),
    last_seen_at: z
      .int()
      .optional()
      .describe('In lists: Unix seconds of the last charged request, sign-in or change; 0 = none.'),
  })
  .meta({ id: 'User' });
export type UserResponse = z.infer<typeof userResponse>;
export type UserRecent = Pick<UserResponse, 'week_quota' | 'last_seen_at'>;

/** A page of users, newest first. */
export const userPageResponse = pageResponse(userResponse).meta({ id: 'UserPage' });
export type UserPageResponse = z.infer<typeof userPageResponse>;

/** The signed-in user. */
export const selfResponse = userResponse
  .extend({
    /** Present only while it is true. */
    default_password: z.literal(true).optional(),
    second_factor_notice: secondFactorNotice.optional(),
  })
  .meta({ id: 'Self' });
export type SelfResponse = z.infer<typeof selfResponse>;

/** Sign-in accepts names and e-mail addresses in one field, so a name must not look like an address. */
export const newUsername = textUpTo(MAX_USERNAME_LENGTH)
  .trim()
  .min(1, 'invalid_parameters')
  .refine((name) => !name.includes('@'), ruleMessage('contains_at', {}));

/** Existing names (imported, or from a third party) may be longer. They may be kept; a new name must be a `newUsername`. */
const existingName = z.string().trim().max(200);

/** Remaining fields of a user object: clients send the whole object back, and these cannot be changed here. */
const readOnly = ignoredFields(
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
  'week_quota',
  'last_seen_at',
  'second_factor',
  'second_factor_notice',
);

export const updateSelfRequest = z.strictObject({
  ...readOnly,
  ...ignoredFields('id', 'role', 'quota', 'group', 'email', 'default_password'),
  username: existingName.optional(),
  display_name: textUpTo(20).optional(),
  password: newPassword.optional(),
  original_password: z.string().optional(),
  language: chosenLanguage
    .optional()
    .describe("Language of mails and notices; '' = none is chosen. It is in `setting` of the answers."),
  before: valuesBefore('username', 'display_name'),
});
export type UpdateSelfRequest = z.infer<typeof updateSelfRequest>;

/** Body of `DELETE /api/user/self`; most clients send none. */
export const deleteSelfRequest = z.object({ original_password: z.string().max(1000).optional() }).optional();
export type DeleteSelfRequest = z.infer<typeof deleteSelfRequest>;

export const createUserRequest = z.strictObject({
  username: newUsername,
  password: z.string().min(1, 'invalid_parameters').pipe(newPassword),
  display_name: textUpTo(20).optional(),
  /** 0 is the default of clients that choose no role. */
  role: z
    .union([z.literal(0), z.literal(Role.user), z.literal(Role.admin), z.literal(Role.root)])
    .optional()
    .describe('Role: 1 user, 10 administrator; only the super administrator creates administrators.'),
});
export type CreateUserRequest = z.infer<typeof createUserRequest>;

/**
 * Absent members stay unchanged. Role and status are changed by `POST /api/user/manage` alone: clients send back the
 * whole user as they read it, which would undo a ban or a demotion in between. The address is confirmed by its owner.
 */
export const updateUserRequest = z.strictObject({
  ...readOnly,
  id: z.int().positive('invalid_parameters'),
  username: existingName.min(1).optional(),
  display_name: textUpTo(20).optional(),
  password: newPassword.optional(),
  email: ignoredField(z.unknown().optional()),
  role: ignoredField(z.int().optional()),
  group: z.string().max(64).optional(),
  /** Quota units. */
  quota: z.int().min(0, 'quota_negative').optional(),
  /**
   * The quota the editor displayed. If given, the change is applied relative to it, so that quota spent since is not
   * restored.
   */
  quota_before: z.int().optional(),
  quota_reason: reason
    .optional()
    .describe('Why the quota changes. The user reads it in the log and in the history of the balance.'),
  quota_key: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'invalid_parameters')
    .optional()
    .describe(
      'Identifies the change of the quota: with the same amount it is made once, also when the request is repeated.',
    ),
  before: valuesBefore('username', 'display_name', 'group'),
});
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

/** The fields that an administrator's form changes; absent fields stay unchanged. */
export type UserChange = Pick<
  UpdateUserRequest,
  | 'username'
  | 'display_name'
  | 'password'
  | 'group'
  | 'quota'
  | 'quota_before'
  | 'quota_reason'
  | 'quota_key'
  | 'before'
>;

export const manageUserRequest = z.strictObject({
  id: z.int().positive('invalid_parameters'),
  action: z.enum(['disable', 'enable', 'delete', 'promote', 'demote'], 'invalid_parameters'),
});
export type ManageUserRequest = z.infer<typeof manageUserRequest>;
export type ManageAction = ManageUserRequest['action'];

/** Filters of lists and searches. A deleted account matches only the status `deleted`. */
const filter = {
  status: z
    .enum(['', `${UserStatus.enabled}`, `${UserStatus.banned}`, `${UserStatus.locked}`, 'deleted'])
    .optional()
    .describe('1 enabled, 2 banned, 3 locked; of these no deleted ones.'),
  role: choiceParameter([Role.user, Role.admin, Role.root]).describe(
    '1 user, 10 administrator, 100 super administrator.',
  ),
};

/** Columns by which lists of users are sorted. */
export const USER_SORTS = [
  'id',
  'username',
  'group',
  'role',
  'quota',
  'used_quota',
  'request_count',
  'aff_count',
] as const;

export const userListQuery = z.object({ ...pageParameters, ...filter, ...sortParameters(USER_SORTS) });
export type UserListQuery = z.infer<typeof userListQuery>;

export const userSearchQuery = userListQuery.extend({
  keyword: z
    .string()
    .max(200)
    .optional()
    .describe('Part of the name, display name or e-mail address, or the id, also with `#` before it.'),
  group: z.string().max(64).optional(),
});
export type UserSearchQuery = z.infer<typeof userSearchQuery>;

/** Moves invitation rewards to the balance; quota units. */
export const transferRewardRequest = z.strictObject({ quota: z.int() });
export type TransferRewardRequest = z.infer<typeof transferRewardRequest>;
