import { monthEndForecast, type Spending } from './forecast.js';

const DAY = 86_400;
const spending: Spending = {
  now: 100 * DAY,
  monthTo: 110 * DAY,
  spent: 5000,
  recent: 700,
  recentFrom: 93 * DAY,
};

test('the rest of the month costs what the last seven days have cost on average', () => {
  expect(monthEndForecast(spending)).toBe(5000 + 10 * 100);
});

test('fewer days are averaged over the time since the first charge', () => {
  expect(monthEndForecast({ ...spending, recentFrom: 98 * DAY })).toBe(5000 + 10 * 350);
});

test('older charges do not count into the average', () => {
  expect(monthEndForecast({ ...spending, recentFrom: 10 * DAY })).toBe(5000 + 10 * 100);
});

test('nothing is foreseen from less than a day', () => {
  expect(monthEndForecast({ ...spending, recentFrom: 100 * DAY - 3600 })).toBeUndefined();
});

test('without charges within the week nothing more is expected', () => {
  expect(monthEndForecast({ ...spending, recent: 0, recentFrom: undefined })).toBe(5000);
});

test('at its end the month has cost what it has cost', () => {
  expect(monthEndForecast({ ...spending, monthTo: 100 * DAY })).toBe(5000);
});
