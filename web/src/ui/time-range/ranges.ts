import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';

dayjs.extend(customParseFormat);

/** A range of time, epoch seconds. Without an end it lasts until now. */
export interface TimeRange {
  readonly start: number | undefined;
  readonly end: number | undefined;
}

export const RANGES = ['today', 'yesterday', 'last24', 'last7', 'last30', 'month'] as const;
export type RangeName = (typeof RANGES)[number];

/** An end in the future, as lists have by default for clocks that differ, is no end. */
export function isUntilNow(end: number | undefined): boolean {
  return end === undefined || end > Date.now() / 1000;
}

/** The range of that name at this time. */
export function namedRange(name: RangeName, now = dayjs()): TimeRange {
  const from = (start: dayjs.Dayjs): TimeRange => ({ start: start.unix(), end: undefined });
  switch (name) {
    case 'today':
      return from(now.startOf('day'));
    case 'yesterday':
      return {
        start: now.subtract(1, 'day').startOf('day').unix(),
        end: now.startOf('day').unix() - 1,
      };
    case 'last24':
      return from(now.subtract(24, 'hour'));
    case 'last7':
      return from(now.subtract(7 * 24, 'hour'));
    case 'last30':
      return from(now.subtract(30 * 24, 'hour'));
    case 'month':
      return from(now.startOf('month'));
  }
}

/** Single times that are offered by name. */
export type TimePoint = 'now' | 'today' | 'month' | 'monthAgo' | 'quarterAgo' | 'yearAgo';

/** The time of that name, epoch seconds. */
export function namedPoint(name: TimePoint, now = dayjs()): number {
  switch (name) {
    case 'now':
      return now.startOf('minute').unix();
    case 'today':
      return now.startOf('day').unix();
    case 'month':
      return now.startOf('month').unix();
    case 'monthAgo':
      return now.subtract(1, 'month').startOf('minute').unix();
    case 'quarterAgo':
      return now.subtract(3, 'month').startOf('minute').unix();
    case 'yearAgo':
      return now.subtract(1, 'year').startOf('minute').unix();
  }
}

/** Whole days of the local time, from the first to the last one. @param days `YYYY-MM-DD` */
export function rangeOfDays(first: string, last: string): TimeRange {
  return { start: dayjs(first).startOf('day').unix(), end: dayjs(last).endOf('day').unix() };
}

const DAY = 'YYYY-MM-DD';
const MINUTE = `${DAY} HH:mm`;

/** `YYYY-MM-DD HH:mm`, with seconds where there are some; '' = no time. */
export function timeText(seconds: number | undefined): string {
  if (seconds === undefined) return '';
  const time = dayjs.unix(seconds);
  return time.format(time.second() === 0 ? MINUTE : `${MINUTE}:ss`);
}

/** As times are shown and entered; a time without its part of the day is midnight. */
const FORMATS = [MINUTE, `${MINUTE}:ss`, DAY, 'YYYY-MM-DDTHH:mm', 'YYYY-MM-DDTHH:mm:ss'];

/** @returns epoch seconds; undefined for no text, NaN if the text is no time */
export function readTime(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const time = dayjs(trimmed, FORMATS, true);
  return time.isValid() ? time.unix() : Number.NaN;
}

/** Whether a text is a day, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return dayjs(text, DAY, true).isValid();
}

/** Epoch seconds of a filter in an address; '' = no limit. */
export function secondsOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

export function textOf(seconds: number | undefined): string {
  return seconds === undefined ? '' : String(seconds);
}

/** `Asia/Shanghai (UTC+08:00)` */
export function zoneText(): string {
  return `${Intl.DateTimeFormat().resolvedOptions().timeZone} (UTC${dayjs().format('Z')})`;
}
