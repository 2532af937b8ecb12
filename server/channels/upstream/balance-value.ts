import type { ProviderBalance } from '../../contract/resources/channels/channel-balance.js';

/** What the balances of one account are worth. */
export interface BalanceValue {
  /** One entry per unit. */
  readonly balances: ProviderBalance[];
  /** Sum of the amounts in currencies with an exchange rate; 0 without any. */
  readonly usd: number;
  /** Whether nothing is left in any unit. */
  readonly isUsedUp: boolean;
}

/**
 * Adds up the balances of an account.
 * @param cnyPerUsd the price of a US dollar in the payment settings (option `Price`); 0: there is no exchange rate
 */
export function valueOf(reported: readonly ProviderBalance[], cnyPerUsd: number): BalanceValue {
  const byUnit = new Map<string, number>();
  for (const { amount, unit } of reported) byUnit.set(unit, (byUnit.get(unit) ?? 0) + amount);
  const rates = new Map([['USD', 1], ...(cnyPerUsd > 0 ? [['CNY', 1 / cnyPerUsd] as const] : [])]);
  let usd = 0;
  let isUsedUp = true;
  for (const [unit, amount] of byUnit) {
    const rate = rates.get(unit);
    if (rate !== undefined) usd += amount * rate;
    // Amounts that cannot be compared with the others.
    else if (amount > 0) isUsedUp = false;
  }
  return {
    balances: [...byUnit].map(([unit, amount]) => ({ amount, unit })),
    usd,
    isUsedUp: isUsedUp && usd <= 0,
  };
}
