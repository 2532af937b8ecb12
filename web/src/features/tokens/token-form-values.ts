import { MAX_TOKEN_NAME_LENGTH } from '#contract/limits';
import { NEVER_EXPIRES } from '#contract/enums';
import ipaddr from 'ipaddr.js';
import { changedMembers, withBefore } from '../../lib/list/edit';
import { nowSeconds, splitList } from '../../lib/format/format';
import { readTime, timeText } from '../../ui/time-range/ranges';
import type { TokenChange, TokenRequestFields, TokenResponse } from '#contract/resources/token';

export interface TokenValues {
  name: string;
  /** Value of a datetime-local input; '' = never. */
  expires: string;
  /** '' while the field is empty. */
  quota: number | string;
  unlimited: boolean;
  count: number | string;
  ips: string;
  limited: boolean;
  models: string[];
  group: string | null;
  /** Whether the next automatic groups serve a request that no channel of the first one does. */
  crossGroupRetry: boolean;
  /** Names of scopes; empty = all. */
  scopes: string[];
}

/** Quota units. */
const DEFAULT_QUOTA = 500_000;
/** '-' and six characters, appended to names in a batch. */
const SUFFIX_LENGTH = 7;

export const NEW_TOKEN: TokenValues = {
  name: '',
  expires: '',
  quota: DEFAULT_QUOTA,
  unlimited: false,
  count: 1,
  ips: '',
  limited: false,
  models: [],
  group: null,
  crossGroupRetry: true,
  scopes: [],
};

export function toValues(token: TokenResponse): TokenValues {
  return {
    name: token.name,
    expires: token.expired_time > 0 ? timeText(token.expired_time) : '',
    quota: token.remain_quota,
    unlimited: token.unlimited_quota,
    count: 1,
    ips: token.allow_ips,
    limited: token.model_limits_enabled,
    models: splitList(token.model_limits),
    group: token.group || null,
    crossGroupRetry: token.cross_group_retry,
    scopes: splitList(token.scopes),
  };
}

/** A new token with the settings of another; an expiry in the past is dropped. */
export function toCopy(token: TokenResponse, name: string): TokenValues {
  const values = toValues(token);
  return {
    ...values,
    name: Array.from(name).slice(0, MAX_TOKEN_NAME_LENGTH).join(''),
    expires: expiryProblem(values.expires) ? '' : values.expires,
    quota: Math.max(0, token.remain_quota),
  };
}

export function toInput(values: TokenValues) {
  return {
    name: values.name.trim(),
    expired_time: readTime(values.expires) ?? NEVER_EXPIRES,
    remain_quota: Number(values.quota) || 0,
    unlimited_quota: values.unlimited,
    model_limits_enabled: values.limited,
    model_limits: values.models.join(','),
    allow_ips: values.ips.trim(),
    group: values.group ?? '',
    cross_group_retry: values.crossGroupRetry,
    scopes: values.scopes.join(','),
  } satisfies TokenRequestFields;
}

/** What the form changes in a token. The quota is sent with the displayed one, so that the difference is applied. */
export function toChange(values: TokenValues, token: TokenResponse): TokenChange {
  const { remain_quota: quota, ...changed } = changedMembers(toInput(toValues(token)), toInput(values));
  const isQuotaChanged = quota !== undefined && values.quota !== '';
  return {
    ...withBefore(changed, token),
    ...(isQuotaChanged && { remain_quota: quota, remain_quota_before: token.remain_quota }),
  };
}

export function nameLimit(values: TokenValues): number {
  return Number(values.count) > 1 ? MAX_TOKEN_NAME_LENGTH - SUFFIX_LENGTH : MAX_TOKEN_NAME_LENGTH;
}

export function isWhole(value: number | string, least: number): boolean {
  return value !== '' && Number.isInteger(Number(value)) && Number(value) >= least;
}

/** The problem with an expiry: unreadable, or in the past. */
export function expiryProblem(expires: string): 'format' | 'past' | undefined {
  if (expires === '') return undefined;
  const seconds = readTime(expires) ?? Number.NaN;
  if (Number.isNaN(seconds)) return 'format';
  return seconds <= nowSeconds() ? 'past' : undefined;
}

/**
 * The first line that is neither an IP address nor a network; the server ignores such lines, so the token might reject
 * all clients.
 */
export function badAddress(text: string): string | undefined {
  return text
    .split('\n')
    .map((line) => line.replace(/[\s,]/g, ''))
    .find((line) => line !== '' && !ipaddr.isValidCIDR(line) && !ipaddr.isValid(line));
}
