import { daysOf, monthOf, startsOf } from './time-buckets.js';

const at = (time: string) => Date.parse(time) / 1000;
const times = (starts: readonly number[]) => starts.map((start) => new Date(start * 1000).toISOString());

test('days begin at midnight of the viewer', () => {
  const days = daysOf(at('2026-11-28T20:00:00Z'), at('2026-11-30T17:00:00Z'), 'Asia/Shanghai');
  expect(times(days.starts)).toEqual([
    '2026-11-28T16:00:00.000Z',
    '2026-11-29T16:00:00.000Z',
    '2026-11-30T16:00:00.000Z',
  ]);
  expect(days.shifted).toBe(false);
});

test('the end of a period is exclusive', () => {
  expect(daysOf(at('2026-11-28T00:00:00Z'), at('2026-11-29T00:00:00Z'), 'UTC').starts).toHaveLength(1);
});

test('days of 23 and 25 hours are one day each', () => {
  const march = daysOf(at('2026-03-28T12:00:00Z'), at('2026-03-30T12:00:00Z'), 'Europe/Berlin');
  expect(times(march.starts)).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ]);
  const october = daysOf(at('2026-10-24T12:00:00Z'), at('2026-10-26T12:00:00Z'), 'Europe/Berlin');
  expect(times(october.starts)).toEqual([
    '2026-10-23T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ]);
});

test('days of zones with parts of hours are shifted to the hour', () => {
  const days = daysOf(at('2026-11-28T00:00:00Z'), at('2026-11-28T12:00:00Z'), 'Asia/Kolkata');
  expect(times(days.starts)).toEqual(['2026-11-27T18:00:00.000Z']);
  expect(days.shifted).toBe(true);
});

test('400 days are 400 days', () => {
  const from = at('2026-01-01T00:00:00Z');
  expect(daysOf(from, from + 400 * 86_400, 'America/New_York').starts).toHaveLength(401);
  expect(daysOf(from, from + 400 * 86_400, 'UTC').starts).toHaveLength(400);
});

test.each([
  ['UTC', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['Asia/Shanghai', '2026-11-30T16:00:00.000Z', '2026-12-31T16:00:00.000Z'],
  ['America/New_York', '2026-11-01T04:00:00.000Z', '2026-12-01T05:00:00.000Z'],
])('the month of %s', (zone, from, to) => {
  const month = monthOf(at('2026-11-30T20:00:00Z'), zone);
  expect(times([month.from, month.to])).toEqual([from, to]);
});

test('weeks begin on Monday, the first one before the period', () => {
  // A Wednesday to the Tuesday of the week after the next one.
  const [from, to] = [at('2026-11-25T12:00:00Z'), at('2026-12-08T12:00:00Z')];
  expect(times(startsOf('week', from, to, 'Asia/Kolkata'))).toEqual([
    '2026-11-22T18:30:00.000Z',
    '2026-11-29T18:30:00.000Z',
    '2026-12-06T18:30:00.000Z',
  ]);
  expect(startsOf('day', from, to, 'Asia/Kolkata')).toHaveLength(14);
});
