import { SPEND_DAYS } from '#contract/limits';
import type { TFunction } from 'i18next';

const DAY = 86_400;
const YEAR_DAYS = 365;

interface Spender {
  /** Quota units. */
  left: number;
  /** Quota units charged in the last 7 days. */
  week: number | undefined;
  /** Unix seconds. */
  created: number;
}

/**
 * Days that a quota lasts if the spend goes on as in the last 7 days, or since the creation, at least a day. Undefined without spend.
 * @param now Unix seconds
 */
export function daysLeft({ left, week, created }: Spender, now: number): number | undefined {
  if (!week || week <= 0) return undefined;
  const days = Math.min(SPEND_DAYS, Math.max(1, (now - created) / DAY));
  return Math.max(0, left) / (week / days);
}

/** Days that an amount lasts, in words. */
export function lastsText(days: number, t: TFunction): string {
  if (days < 1) return t('common.lastsLess');
  if (days > YEAR_DAYS) return t('common.lastsYear');
  const n = Math.floor(days);
  return n === 1 ? t('common.lastsDay') : t('common.lasts', { n });
}
