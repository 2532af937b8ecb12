import type { ProviderBalance } from '../../contract/resources/channels/channel-balance.js';
import { record } from '../json/lenient.js';
import type { BalanceQuery } from './define-provider.js';
import type { Target, UpstreamCall } from './provider.js';
import { bearerHeaders } from './openai/address.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_WITHOUT_PAYMENT = 100;
const CENTS = 100;

/** Granted minus used, in USD, from OpenAI's former dashboard API, which many other providers copied. */
export const dashboardBalance: BalanceQuery = function* (target, now) {
  const { baseUrl } = target;
  const subscription = record(yield get(`${baseUrl}/v1/dashboard/billing/subscription`, target));
  const start =
    subscription.has_payment_method === false
      ? date(new Date(now.getTime() - DAYS_WITHOUT_PAYMENT * DAY_MS))
      : `${date(now).slice(0, 8)}01`;
  const usage = record(
    yield get(`${baseUrl}/v1/dashboard/billing/usage?start_date=${start}&end_date=${date(now)}`, target),
  );
  return usd(amount(subscription.hard_limit_usd) - amount(usage.total_usage) / CENTS);
};

/**
 * A balance that one call returns.
 * @param url complete, or a path on the channel's address
 * @param headers instead of the bearer token
 */
export function balanceAt(
  url: string,
  read: (body: unknown, target: Target) => ProviderBalance[],
  headers?: (target: Target) => Record<string, string>,
): BalanceQuery {
  return function* (target) {
    const address = url.startsWith('/') ? target.baseUrl + url : url;
    return read(yield get(address, target, headers?.(target)), target);
  };
}

/** The only balance of an account, in US dollars. */
export function usd(amount: number): ProviderBalance[] {
  return [{ amount, unit: 'USD' }];
}

/** The only balance of an account, in Chinese yuan. */
export function cny(amount: number): ProviderBalance[] {
  return [{ amount, unit: 'CNY' }];
}

/** What an account has left where its provider sells no money's worth but characters or points. */
export function pieces(amount: number, unit: 'characters' | 'points'): ProviderBalance[] {
  return [{ amount, unit }];
}

/**
 * The only balance of an account at a Chinese provider whose international site has its own host and accounts in US
 * dollars. Its responses do not name the currency. Channels on other hosts, such as proxies, count as Chinese accounts.
 * @param international host of the international site; hosts below it count too
 */
export function balanceBySite(amount: number, { baseUrl }: Target, international: string): ProviderBalance[] {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '';
  return host === international || host.endsWith(`.${international}`) ? usd(amount) : cny(amount);
}

/** A number or a number as text; NaN for anything else. */
export function amount(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? Number(value)
    : Number.NaN;
}

function get(url: string, target: Target, headers = bearerHeaders(target)): UpstreamCall {
  return { method: 'GET', url, headers };
}

/** `2026-01-31`, UTC. */
function date(time: Date): string {
  return time.toISOString().slice(0, 10);
}
