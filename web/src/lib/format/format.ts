import dayjs from 'dayjs';

/** How quota is displayed: as money, or as abbreviated units. `perUnit` units are 1 USD. */
export interface Money {
  perUnit: number;
  asCurrency: boolean;
}

/** ≥ 1e9 as B, ≥ 1e6 as M, ≥ 1e4 as k, one decimal. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${(value / 1e9).toFixed(1)}B`;
  if (size >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  if (size >= 1e4) return `${(value / 1e3).toFixed(1)}k`;
  return String(value);
}

/** All digits, for places where the exact amount matters. */
export function formatExact(value: number): string {
  return exact.format(value);
}

const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

/** Quota units as `$` with `digits` decimals, or as an abbreviated number. */
export function formatQuota(quota: number, money: Money, digits = 2): string {
  if (!money.asCurrency) return formatNumber(quota);
  return formatDollars(quota / money.perUnit, digits);
}

export function formatDollars(amount: number, digits = 2): string {
  return `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(digits)}`;
}

const SYMBOLS: Readonly<Record<string, string>> = { USD: '$', CNY: '¥', EUR: '€', GBP: '£' };

/** An amount in a currency, with two decimals. @param currency ISO 4217 code; those without a symbol follow the amount */
export function formatMoney(amount: number, currency: string): string {
  return withCurrency(amount < 0 ? '-' : '', Math.abs(amount).toFixed(2), currency);
}

/** As `formatMoney`; large amounts are shortened to their first and last digits to fit a column. */
export function formatBalance(amount: number, currency: string): string {
  if (Math.abs(amount) < 100_000) return formatMoney(amount, currency);
  const [whole = '', decimals] = Math.abs(amount).toFixed(2).split('.');
  return withCurrency(
    amount < 0 ? '-' : '',
    `${whole.slice(0, 2)}..${whole.slice(-2)}.${decimals}`,
    currency,
  );
}

function withCurrency(sign: string, digits: string, currency: string): string {
  const symbol = SYMBOLS[currency];
  return symbol === undefined ? `${sign}${digits} ${currency}` : `${sign}${symbol}${digits}`;
}

/** A price with at most 6 decimals and no trailing zeros. */
export function formatPrice(amount: number): string {
  return `$${trimNumber(amount)}`;
}

export function trimNumber(value: number, digits = 6): string {
  return String(Number(value.toFixed(digits)));
}

/** Always with `digits` decimals, for numbers below each other and for durations. */
export function formatFixed(value: number, digits: number): string {
  return value.toFixed(digits);
}

/** A share between 0 and 1 as a percentage with one decimal. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** Epoch seconds as the local time of day, with seconds. */
export function formatTimeOfDay(seconds: number): string {
  return dayjs.unix(seconds).format('HH:mm:ss');
}

/** Epoch seconds as local time; 0 or undefined as a dash. */
export function formatTime(seconds: number | undefined): string {
  return seconds ? dayjs.unix(seconds).format('YYYY-MM-DD HH:mm:ss') : '-';
}

/** Epoch seconds as the local time of day. */
export function formatClock(seconds: number): string {
  return dayjs.unix(seconds).format('HH:mm');
}

const AGO: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Epoch seconds relative to now, in whole units: `3 days ago`, `in 2 hr.`, `now`. */
export function formatAgo(seconds: number, language: string, now = nowSeconds()): string {
  const away = seconds - now;
  const found = AGO.find(([, size]) => Math.abs(away) >= size);
  if (!found) return agoFormat(language, { numeric: 'auto' }).format(0, 'second');
  const [unit, size] = found;
  return agoFormat(language, { style: 'short' }).format(Math.round(away / size), unit);
}

const agoFormats = new Map<string, Intl.RelativeTimeFormat>();

/** Cached, because creating a format costs more than rendering a table row. */
function agoFormat(language: string, options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat {
  const key = `${language} ${options.style ?? ''}`;
  const format = agoFormats.get(key) ?? new Intl.RelativeTimeFormat(language, options);
  agoFormats.set(key, format);
  return format;
}

/** Epoch seconds of the start of today. */
export function startOfToday(): number {
  return dayjs().startOf('day').unix();
}

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** A masked code; long ones keep both ends. */
export function maskCode(code: string): string {
  return code.length > 12 ? `${code.slice(0, 4)}••••${code.slice(-4)}` : '••••••••';
}

/** Splits a comma-separated list; trims entries and drops empty and repeated ones. */
export function splitList(text: string | null | undefined): string[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
