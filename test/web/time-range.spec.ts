import dayjs from 'dayjs';
import { isDay, namedRange, rangeOfDays, readTime, timeText } from '../../web/src/ui/time-range/ranges';

const local = (text: string) => Math.floor(new Date(text).getTime() / 1000);

test('times are read as they are shown, with and without seconds', () => {
  for (const text of ['2026-11-30 00:00', '2026-02-28 23:59', '2024-02-29 12:34:56'])
    expect(timeText(readTime(text))).toBe(text);
  expect(readTime(' 2026-01-02 03:04 ')).toBe(local('2026-01-02T03:04:00'));
  expect(readTime('2026-11-30')).toBe(local('2026-11-30T00:00:00'));
  expect(readTime('2026-11-30T08:15')).toBe(local('2026-11-30T08:15:00'));
  expect([readTime(''), readTime('  '), timeText(undefined)]).toEqual([undefined, undefined, '']);
});

test.each([
  'tomorrow',
  '2026-02-30',
  '2026-13-01',
  '2026-11-30 24:00',
  '2026-11-30 12:60',
  '30.11.2026',
  '1796000000',
])('%s is no time', (text) => expect(readTime(text)).toBeNaN());

test.each([
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['2026-2-3', false],
  ['2026-02-28 10:00', false],
  ['28.02.2026', false],
  ['', false],
])('%s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected));

test('days are whole, from the first to the last one', () => {
  expect(rangeOfDays('2026-11-29', '2026-11-30')).toEqual({
    start: local('2026-11-29T00:00:00'),
    end: local('2026-12-01T00:00:00') - 1,
  });
});

test('common ranges last until now, except for yesterday', () => {
  const now = dayjs('2026-11-30T10:20:30');
  const at = now.unix();
  expect(namedRange('today', now)).toEqual({ start: local('2026-11-30T00:00:00'), end: undefined });
  expect(namedRange('yesterday', now)).toEqual({
    start: local('2026-11-29T00:00:00'),
    end: local('2026-11-30T00:00:00') - 1,
  });
  expect(namedRange('last24', now)).toEqual({ start: at - 86_400, end: undefined });
  expect(namedRange('last7', now)).toEqual({ start: at - 7 * 86_400, end: undefined });
  expect(namedRange('last30', now)).toEqual({ start: at - 30 * 86_400, end: undefined });
  expect(namedRange('month', now)).toEqual({ start: local('2026-11-01T00:00:00'), end: undefined });
});
