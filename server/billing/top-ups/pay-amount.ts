import { fraction, times, type Fraction } from '../prices/fraction.js';

/** What top-ups cost, as the options say. */
export interface PayTerms {
  /** DisplayInCurrencyEnabled: people type USD, else quota. */
  readonly inCurrency: boolean;
  /** Quota of 1 USD. */
  readonly quotaPerUnit: number;
  /** Price of 1 USD in the payment site's currency. */
  readonly price: number;
  /** Smallest top-up, USD. */
  readonly minTopUp: number;
  /** Factor by user group. */
  readonly groupRatio: Readonly<Record<string, number>>;
}

/** What one top-up comes to. */
export interface PayAmount {
  /** Hundredths of the payment site's currency, rounded half up. */
  readonly cents: number;
  /** What will be credited. */
  readonly quota: number;
  /** Whole USD, for reports. */
  readonly usd: number;
}

/** The smallest amount, in the unit people type. */
export function leastAmount({ inCurrency, quotaPerUnit, minTopUp }: PayTerms): number {
  return inCurrency ? minTopUp : Math.ceil(minTopUp * quotaPerUnit);
}

/**
 * Exact, in fractions: no payer and no book loses by rounding in between.
 * @param amount a whole number >= 0, USD or quota
 */
export function payAmount(amount: number, group: string, terms: PayTerms): PayAmount {
  const { inCurrency, quotaPerUnit, price } = terms;
  const perUnit = fraction(quotaPerUnit);
  const usd = inCurrency ? fraction(amount) : times(fraction(amount), inverse(perUnit));
  // A missing ratio and one of 0 cost what everybody pays.
  const ratio = (Object.hasOwn(terms.groupRatio, group) && terms.groupRatio[group]) || 1;
  return {
    cents: rounded(times(usd, fraction(price), fraction(ratio), fraction(100))),
    quota: inCurrency ? floored(times(usd, perUnit)) : amount,
    usd: floored(usd),
  };
}

/** `730` → `7.30`. */
export function moneyText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Hundredths in a decimal text such as `7.3`, or undefined when it is none or finer than hundredths. */
export function readCents(text: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (match === null) return undefined;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

function inverse({ numerator, denominator }: Fraction): Fraction {
  return { numerator: denominator, denominator: numerator };
}

function rounded({ numerator, denominator }: Fraction): number {
  return Number((numerator * 2n + denominator) / (denominator * 2n));
}

function floored({ numerator, denominator }: Fraction): number {
  return Number(numerator / denominator);
}
