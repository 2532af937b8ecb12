import { fraction, times, type Fraction } from '../prices/charge/fraction.js';

/** Price settings of top-ups, from the options. */
export interface PayTerms {
  /** DisplayInCurrencyEnabled: true = amounts are entered in USD, false = in quota units. */
  readonly inCurrency: boolean;
  /** Quota units per USD. */
  readonly quotaPerUnit: number;
  /** Price of 1 USD in the payment site's currency. */
  readonly price: number;
  /** Smallest top-up, USD. */
  readonly minTopUp: number;
  /** Factor by user group. */
  readonly groupRatio: Readonly<Record<string, number>>;
}

/** Price and value of a top-up. */
export interface PayAmount {
  /** Hundredths of the payment site's currency, rounded half up. */
  readonly cents: number;
  /** Quota units to credit. */
  readonly quota: number;
  /** Whole USD, for reports. */
  readonly usd: number;
}

/** The smallest top-up, in the unit in which users enter amounts. */
export function leastAmount({ inCurrency, quotaPerUnit, minTopUp }: PayTerms): number {
  return inCurrency ? minTopUp : Math.ceil(minTopUp * quotaPerUnit);
}

/**
 * Computes in exact fractions and rounds only the results.
 * @param amount an integer >= 0, USD or quota units
 */
export function payAmount(amount: number, group: string, terms: PayTerms): PayAmount {
  const { inCurrency, quotaPerUnit, price } = terms;
  const perUnit = fraction(quotaPerUnit);
  const usd = inCurrency ? fraction(amount) : times(fraction(amount), inverse(perUnit));
  // A ratio that is missing or 0 counts as 1.
  const ratio = (Object.hasOwn(terms.groupRatio, group) && terms.groupRatio[group]) || 1;
  return {
    cents: rounded(times(usd, fraction(price), fraction(ratio), fraction(100))),
    quota: inCurrency ? floored(times(usd, perUnit)) : amount,
    usd: floored(usd),
  };
}

/** Formats hundredths as a decimal text: `730` → `7.30`. */
export function moneyText(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** Parses a decimal text such as `7.3` to hundredths; undefined if it is invalid or has finer digits. */
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
