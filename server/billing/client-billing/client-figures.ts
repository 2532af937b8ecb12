import type { ClientUsageResponse, SubscriptionResponse } from '../../contract/resources/client-billing.js';
import type { KeyHolder } from '../key-holder.js';

/** Display options of the figures. */
export interface FigureTerms {
  /** DisplayTokenStatEnabled: true = figures of the token, false = figures of its owner. */
  readonly ofToken: boolean;
  /** DisplayInCurrencyEnabled: true = USD, false = quota units. */
  readonly inCurrency: boolean;
  /** Quota units per USD. */
  readonly quotaPerUnit: number;
}

/** Amount that clients interpret as unlimited. */
const UNLIMITED = 100_000_000;

/** Total of remaining and used quota, as subscription limits. */
export function subscriptionOf(holder: KeyHolder, terms: FigureTerms): SubscriptionResponse {
  const { remainQuota, usedQuota, owner, expiredTime } = holder;
  const total = terms.ofToken ? remainQuota + usedQuota : owner.quota + owner.usedQuota;
  const amount = terms.ofToken && holder.unlimited ? UNLIMITED : shown(total, terms);
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: amount,
    hard_limit_usd: amount,
    system_hard_limit_usd: amount,
    access_until: terms.ofToken ? Math.max(expiredTime, 0) : 0,
  };
}

export function usageOf(holder: KeyHolder, terms: FigureTerms): ClientUsageResponse {
  const used = terms.ofToken ? holder.usedQuota : holder.owner.usedQuota;
  return { object: 'list', total_usage: shown(used * 100, terms) };
}

function shown(quota: number, { inCurrency, quotaPerUnit }: FigureTerms): number {
  return inCurrency ? quota / quotaPerUnit : quota;
}
