import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A network and the number of its leading bits that count. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/** The owner's own settings, as far as the relay obeys them. */
export interface OwnerSetting {
  /** May call models that have no price. */
  readonly acceptUnsetModelRatio: boolean;
}

/** A token's owner, as the row said when the token was read. */
export interface TokenOwner {
  readonly id: number;
  readonly username: string;
  /** 1 user, 10 administrator, 100 super administrator. */
  readonly role: number;
  /** 1 enabled; anything else may do nothing. A deleted owner counts as banned. */
  readonly status: number;
  readonly group: string;
  /** As of the reading; the ledger knows better. */
  readonly quota: number;
  readonly setting: OwnerSetting;
}

/** Everything a relay request needs to know about its token. */
export interface TokenIdentity {
  /** 0 when no token was used (playground). */
  readonly id: number;
  readonly name: string;
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  readonly status: number;
  /** Unix seconds; -1 = never. */
  readonly expiredTime: number;
  /** As of the reading; the ledger knows better. */
  readonly remainQuota: number;
  readonly unlimitedQuota: boolean;
  /** The models it may call; undefined = any. */
  readonly modelLimits: ReadonlySet<string> | undefined;
  /** Where it may be used from; undefined = anywhere. A list without one valid entry allows nobody. */
  readonly allowIps: readonly AddressRange[] | undefined;
  /** '' = the owner's group. */
  readonly group: string;
  /** First and last three characters of the key, for messages. */
  readonly maskedKey: string;
  readonly user: TokenOwner;
}

/** What a row says of an owner. */
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

/** The row the identity is made of: a token joined with its owner. */
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
  group: string;
}

const BANNED = 2;

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
    group: row.group,
    maskedKey: `${key.slice(0, 3)}***${key.slice(-3)}`,
    user: ownerOf(row),
  };
}

export function ownerOf(row: OwnerRow): TokenOwner {
  return {
    id: row.user_id,
    username: row.username,
    role: row.role,
    status: row.user_deleted ? BANNED : row.user_status,
    group: row.user_group,
    quota: row.user_quota,
    setting: readSetting(row.user_setting),
  };
}

/**
 * What somebody who is signed in calls with, in place of a token: bound to nothing but the group
 * (spec/relay-and-billing.md D10).
 * @param group one the user may use
 */
export function playgroundIdentity(user: TokenOwner, group: string): TokenIdentity {
  return {
    id: 0,
    name: `playground-${group}`,
    status: 1,
    expiredTime: -1,
    remainQuota: 0,
    unlimitedQuota: true,
    modelLimits: undefined,
    allowIps: undefined,
    group,
    maskedKey: '',
    user,
  };
}

/** One address or network a line; blanks and commas around it are forgiven, invalid lines are ignored. */
export function readAddresses(text: string): AddressRange[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/[\s,]/g, ''))
    .filter((line) => line !== '');
  if (lines.length === 0) return undefined;
  return lines.flatMap((line): AddressRange[] => {
    if (ipaddr.isValidCIDR(line)) return [ipaddr.parseCIDR(line)];
    if (!ipaddr.isValid(line)) return [];
    const address = ipaddr.process(line);
    return [[address, address.kind() === 'ipv4' ? 32 : 128]];
  });
}

const setting = z.object({ accept_unset_model_ratio_model: z.boolean().catch(false) });

/** Settings are the owner's own JSON; what cannot be read counts as not set. */
function readSetting(text: string): OwnerSetting {
  return {
    acceptUnsetModelRatio: setting.safeParse(parseJson(text)).data?.accept_unset_model_ratio_model ?? false,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Empty for most accounts; imported rows hold whatever they held.
    return undefined;
  }
}

function commaList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
