import { record } from '../../json/lenient.js';
import type { BalanceQuery } from '../define-provider.js';
import type { Target, UpstreamCall } from '../provider.js';
import { bearerHeaders } from './address.js';

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
  return amount(subscription.hard_limit_usd) - amount(usage.total_usage) / CENTS;
};

/**
 * A balance that one call returns.
 * @param url complete, or a path on the channel's address
 * @param headers instead of the bearer token
 */
export function balanceAt(
  url: string,
  read: (body: unknown) => number,
  headers?: (target: Target) => Record<string, string>,
): BalanceQuery {
  return function* (target) {
    const address = url.startsWith('/') ? target.baseUrl + url : url;
    return read(yield get(address, target, headers?.(target)));
  };
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
