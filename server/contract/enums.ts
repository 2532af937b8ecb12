/**
 * Numbers and names with a meaning in the management API and the database. Shared by the server, the worker and the console, so this
 * file imports nothing.
 */

/** The union of an enum object's values. */
type ValueOf<T> = T[keyof T];

/** Rights grow with the number. */
export const Role = { guest: 0, user: 1, admin: 10, root: 100 } as const;
export type Role = ValueOf<typeof Role>;

export const UserStatus = {
  enabled: 1,
  /** By an administrator. */
  banned: 2,
  /** Only in imported rows; cannot be enabled in the console. */
  locked: 3,
} as const;
export type UserStatus = ValueOf<typeof UserStatus>;

export const TokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;
export type TokenStatus = ValueOf<typeof TokenStatus>;

/** `expired_time` of tokens that do not expire. */
export const NEVER_EXPIRES = -1;

export const ChannelStatus = {
  /** Only in imported rows; such channels are not used. */
  unknown: 0,
  enabled: 1,
  /** By an administrator. */
  disabled: 2,
  /** By the gateway, after failures; it may enable the channel again. */
  autoDisabled: 3,
} as const;
export type ChannelStatus = ValueOf<typeof ChannelStatus>;

export const RedemptionStatus = { unused: 1, disabled: 2, used: 3 } as const;
export type RedemptionStatus = ValueOf<typeof RedemptionStatus>;

/** Types of log rows. */
export const LogType = {
  unknown: 0,
  topUp: 1,
  consumption: 2,
  management: 3,
  system: 4,
  /** A relay request that ended in an error and was not charged. */
  error: 5,
  refund: 6,
} as const;
export type LogType = ValueOf<typeof LogType>;

/** How the use of a model is priced. */
export const QuotaType = { byUsage: 0, byCall: 1 } as const;
export type QuotaType = ValueOf<typeof QuotaType>;

/** Tokens of this group use the first of the automatic groups that can serve the request. */
export const AUTO_GROUP = 'auto';

/** How a relayed request ended; `end_reason` of log rows and receipts. Imported rows may have others. */
export const endReasons = [
  'done',
  'eof',
  'timeout',
  'upstream_error',
  'malformed',
  'client_gone',
  'access_revoked',
  'server_stopped',
  'server_lost',
  'quota_exhausted',
  'empty',
] as const;
export type EndReason = (typeof endReasons)[number];
