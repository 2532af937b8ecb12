import { list, record } from '../dialects/json/lenient.js';

type Call = (url: string, headers?: Record<string, string>) => Promise<unknown>;
interface Asked {
  readonly baseUrl: string;
  readonly key: string;
}
type Source = (asked: Asked, call: Call, now: Date) => Promise<number>;

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_WITHOUT_PAYMENT = 100;
const CENTS = 100;

/** Granted minus used, from OpenAI's former dashboard API, which many other providers copied. */
const dashboard: Source = async ({ baseUrl }, call, now) => {
  const subscription = record(await call(`${baseUrl}/v1/dashboard/billing/subscription`));
  const start =
    subscription.has_payment_method === false
      ? date(new Date(now.getTime() - DAYS_WITHOUT_PAYMENT * DAY_MS))
      : `${date(now).slice(0, 8)}01`;
  const usage = record(
    await call(`${baseUrl}/v1/dashboard/billing/usage?start_date=${start}&end_date=${date(now)}`),
  );
  return number(subscription.hard_limit_usd) - number(usage.total_usage) / CENTS;
};

/** Channel type → how to read its balance. */
const sources: Readonly<Record<number, Source>> = {
  1: dashboard,
  8: dashboard,
  10: async ({ key }, call) =>
    number(
      record(record(await call('https://aiproxy.io/api/report/getUserOverview', { 'api-key': key })).data)
        .totalPoints,
    ),
  12: async (_asked, call) =>
    number(record(await call('https://api.api2gpt.com/dashboard/billing/credit_grants')).total_remaining),
  13: async (_asked, call) =>
    number(record(await call('https://api.aigc2d.com/dashboard/billing/credit_grants')).total_available),
  20: async ({ baseUrl }, call) => {
    const { total_credits: granted, total_usage: used } = record(
      record(await call(`${baseUrl}/v1/credits`)).data,
    );
    return number(granted) - number(used);
  },
  25: async ({ baseUrl }, call) =>
    number(record(record(await call(`${baseUrl}/v1/users/me/balance`)).data).available_balance),
  40: async ({ baseUrl }, call) => {
    const body = record(await call(`${baseUrl}/v1/user/info`));
    return body.code === 20000 ? number(record(body.data).totalBalance) : Number.NaN;
  },
  43: async ({ baseUrl }, call) => {
    const entries = list(record(await call(`${baseUrl}/user/balance`)).balance_infos).map(record);
    return number(entries.find(({ currency }) => currency === 'CNY')?.total_balance);
  },
};

/**
 * Returns a channel's balance in its provider's currency; undefined if the provider has no balance API, NaN if its response
 * contains no balance.
 */
export async function balanceOf(
  type: number,
  asked: Asked,
  call: Call,
  now: Date,
): Promise<number | undefined> {
  return sources[type]?.(asked, call, now);
}

function number(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? Number(value)
    : Number.NaN;
}

/** `2026-01-31`, UTC. */
function date(time: Date): string {
  return time.toISOString().slice(0, 10);
}
