import type { TFunction } from 'i18next';
import { formatFixed, formatShare } from '../../../lib/format/format';

/** Hours from which the time that a balance lasts is given in days. */
const DAYS_FROM_HOURS = 48;

/** Seconds with one digit below ten: `< 0.1 s`, `1.2 s`, `12 s`. */
export function secondsText(milliseconds: number, t: TFunction): string {
  const seconds = milliseconds / 1000;
  if (seconds < 0.1) return t('channel.seconds', { n: '< 0.1' });
  // 9.96 would be rounded to `10.0`.
  return t('channel.seconds', { n: formatFixed(seconds, seconds < 9.95 ? 1 : 0) });
}

/** The part of the calls that succeeded; rounded down, because `100%` says that none failed. */
export function successText(attempts: number, failures: number): string {
  if (failures === 0) return '100%';
  return formatShare(Math.floor(((attempts - failures) / attempts) * 1000) / 1000);
}

/** How long a balance lasts. */
export function lastsText(hours: number, t: TFunction): string {
  if (hours <= 0) return t('channelHealth.lasts.nothing');
  if (hours < 1) return t('channelHealth.lasts.less');
  if (hours <= DAYS_FROM_HOURS) return t('channelHealth.lasts.hours', { n: Math.floor(hours) });
  return t('channelHealth.lasts.days', { n: Math.floor(hours / 24) });
}

/** A number of calls a minute, with one digit below ten. */
export function rateText(perMinute: number): string {
  return formatFixed(perMinute, perMinute > 0 && perMinute < 9.95 ? 1 : 0);
}
