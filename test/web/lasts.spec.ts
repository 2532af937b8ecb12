import { daysLeft } from '../../web/src/lib/format/lasts';

const DAY = 86_400;
const NOW = 1_800_000_000;

test('a quota lasts by the spend of seven days', () => {
  expect(daysLeft({ left: 1000, week: 700, created: NOW - 30 * DAY }, NOW)).toBe(10);
  expect(daysLeft({ left: -5, week: 700, created: NOW - 30 * DAY }, NOW)).toBe(0);
});

test('the spend of a new token counts since its creation, at least a day', () => {
  expect(daysLeft({ left: 1000, week: 200, created: NOW - 2 * DAY }, NOW)).toBe(10);
  expect(daysLeft({ left: 1000, week: 200, created: NOW - 60 }, NOW)).toBe(5);
});

test('nothing is known without spend', () => {
  expect(daysLeft({ left: 1000, week: 0, created: NOW - 30 * DAY }, NOW)).toBeUndefined();
  expect(daysLeft({ left: 1000, week: undefined, created: NOW }, NOW)).toBeUndefined();
});
