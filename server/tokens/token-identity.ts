import { NEVER_EXPIRES, TokenStatus, UserStatus } from '../contract/enums.js';
import { maskedKey } from '../contract/masked-key.js';
import { z } from 'zod';
import { ALL_SCOPES, scopeBits } from '../contract/token-scopes.js';
import { readAddresses, type AddressRange } from '../core/address-list.js';

/** The user's own settings that the relay respects. */
export interface OwnerSetting {
  /** Whether the user accepts models without a price. */
  readonly acceptUnsetModelRatio: boolean;
}

/** A token's owner, as of when the token was read. */
export interface TokenOwner {
  readonly id: number;
  readonly username: string;
  /** 1 user, 10 administrator, 100 super administrator. */
  readonly role: number;
  /** 1 enabled; all other values have no access. A deleted user counts as banned. */
  readonly status: number;
  readonly group: string;
  /** As of the read; the ledger has the current value. */
  readonly quota: number;
  readonly setting: OwnerSetting;
}

/** Everything a relay request needs to know about its token. */
export interface TokenIdentity {
  /** 0 if no token is used (playground). */
  readonly id: number;
  readonly name: string;
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  readonly status: number;
  /** Unix seconds; -1 = never. */
  readonly expiredTime: number;
  /** As of the read; the ledger has the current value. */
  readonly remainQuota: number;
  readonly unlimitedQuota: boolean;
  /** The models it may call; undefined = all. */
  readonly modelLimits: ReadonlySet<string> | undefined;
  /** Allowed client addresses; undefined = all. A list without a valid entry allows none. */
  readonly allowIps: readonly AddressRange[] | undefined;
  /** What it may be used for, bits of `SCOPE_BITS`. */
  readonly scopes: number;
  /** Unix seconds at which the key that was presented ends, because it was replaced; undefined for the token's own key. */
  readonly formerUntil: number | undefined;
  /** '' = the owner's group. */
  readonly group: string;
  /** In group `auto`: whether the next groups serve a request that no channel of the first one does. */
  readonly crossGroupRetry: boolean;
  /** First and last three characters of the key, for messages. */
  readonly maskedKey: string;
  readonly user: TokenOwner;
}

/** Columns of a user. */
export interface OwnerRow {
  user_id: number;
  username: string;
  role: number;
  user_status: number;
  user_deleted: boolean;
  user_group: string;
  user_quota: number;
  user_setting: string;
}

/** Columns of a token joined with its owner. */
export interface IdentityRow extends OwnerRow {
  id: number;
  name: string;
  status: number;
  expired_time: number;
  remain_quota: number;
  unlimited_quota: boolean;
  model_limits_enabled: boolean;
  model_limits: string;
  allow_ips: string;
  scopes: string;
  former_until: number | null;
  /** Found by the hash that it has until its first use: `TokenIdentitiesRepository.adoptKey`. */
  by_sha256: boolean;
  group: string;
  cross_group_retry: boolean;
}

/** @param key the key itself, without `sk-` */
export function identityOf(key: string, row: IdentityRow): TokenIdentity {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    expiredTime: row.expired_time,
    remainQuota: row.remain_quota,
    unlimitedQuota: row.unlimited_quota,
    modelLimits: row.model_limits_enabled ? new Set(commaList(row.model_limits)) : undefined,
    allowIps: readAddresses(row.allow_ips),
    scopes: scopeBits(row.scopes),
    formerUntil: row.former_until ?? undefined,
    group: row.group,
    crossGroupRetry: row.cross_group_retry,
    maskedKey: maskedKey(key),
    user: ownerOf(row),
  };
}

export function ownerOf(row: OwnerRow): TokenOwner {
  return {
    id: row.user_id,
    username: row.username,
    role: row.role,
    status: row.user_deleted ? UserStatus.banned : row.user_status,
    group: row.user_group,
    quota: row.user_quota,
    setting: readSetting(row.user_setting),
  };
}

/**
 * Identity of a signed-in console user, used in place of a token and limited by nothing but the group.
 * @param group a group that the user may use
 */
export function playgroundIdentity(user: TokenOwner, group: string): TokenIdentity {
  return {
    id: 0,
    name: playgroundTokenName(group),
    status: TokenStatus.enabled,
    expiredTime: NEVER_EXPIRES,
    remainQuota: 0,
    unlimitedQuota: true,
    modelLimits: undefined,
    allowIps: undefined,
    scopes: ALL_SCOPES,
    formerUntil: undefined,
    group,
    crossGroupRetry: true,
    maskedKey: '',
    user,
  };
}

/** What log rows of the playground have as the name of the token. */
export function playgroundTokenName(group: string): string {
  return `playground-${group}`;
}

const setting = z.object({ accept_unset_model_ratio_model: z.boolean().catch(false) });

/** Settings are JSON written by the user's clients; values that cannot be read count as unset. */
function readSetting(text: string): OwnerSetting {
  return {
    acceptUnsetModelRatio: setting.safeParse(parseJson(text)).data?.accept_unset_model_ratio_model ?? false,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Empty for most users; imported rows may contain anything.
    return undefined;
  }
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
