import { pagePeriods } from './page-periods.js';

const at = (text: string) => Date.parse(text) / 1000;

test('the periods of the page are whole days and months of the time zone', () => {
  const periods = pagePeriods(at('2026-11-30T20:30:00Z'), 'Asia/Shanghai');
  expect(Object.fromEntries(periods.map(({ name, from, to }) => [name, [from, to]]))).toEqual({
    '24h': [at('2026-11-29T21:00:00Z'), at('2026-11-30T21:00:00Z')],
    '7d': [at('2026-11-24T16:00:00Z'), at('2026-12-01T16:00:00Z')],
    '30d': [at('2026-11-01T16:00:00Z'), at('2026-12-01T16:00:00Z')],
    '90d': [at('2026-09-02T16:00:00Z'), at('2026-12-01T16:00:00Z')],
    month: [at('2026-11-30T16:00:00Z'), at('2026-12-01T16:00:00Z')],
    lastMonth: [at('2026-10-31T16:00:00Z'), at('2026-11-30T16:00:00Z')],
  });
});

test('days of 23 and 25 hours are whole ones too', () => {
  const [, week] = pagePeriods(at('2026-11-03T12:00:00Z'), 'America/New_York');
  expect(week).toEqual({ name: '7d', from: at('2026-10-28T04:00:00Z'), to: at('2026-11-04T05:00:00Z') });
});
