import { readView, requestFilters, spanOf, writeView } from '../../web/src/features/costs/cost-query';

const search = (text: string) => new URLSearchParams(text);

test('a view is written into the address without what is the default, and read again', () => {
  for (const text of [
    '',
    'by=channel&measure=margin&then=tag',
    'by=day&period=90d',
    'then=none&model=gpt-4o&model=o3&channel=7',
  ]) {
    const view = readView(search(text), true);
    const written = new URLSearchParams();
    writeView(written, view);
    expect(readView(written, true)).toEqual(view);
    expect([...written.keys()].length).toBe([...search(text).keys()].length);
  }
});

test('what is no dimension, or not for users, is left out', () => {
  expect(readView(search('by=weather&then=model&measure=x&period=1y&channel=abc'), true)).toMatchObject({
    by: 'model',
    thenBy: undefined,
    measure: 'quota',
    period: '30d',
    filters: {},
  });
  expect(readView(search('by=channel&then=user&measure=margin&user=1&token=3'), false)).toMatchObject({
    by: 'model',
    measure: 'quota',
    filters: { token: ['3'] },
  });
  // Days cannot be divided into hours.
  expect(readView(search('by=day&then=hour'), true).thenBy).toBeUndefined();
});

test('filters by id are sent as numbers', () => {
  expect(requestFilters({ model: ['a'], channel: ['7', '8'], token: ['0'] })).toEqual({
    model: ['a'],
    channel: [7, 8],
    token: [0],
  });
});

test('periods end with the hour or the day', () => {
  const now = Date.parse('2026-11-29T10:20:30') / 1000;
  const local = (time: string) => Date.parse(time) / 1000;
  expect(spanOf('24h', now)).toEqual({
    from: local('2026-11-28T11:00:00'),
    to: local('2026-11-29T11:00:00'),
  });
  expect(spanOf('7d', now)).toEqual({ from: local('2026-11-23T00:00:00'), to: local('2026-11-30T00:00:00') });
  expect(spanOf('lastMonth', now)).toEqual({
    from: local('2026-10-01T00:00:00'),
    to: local('2026-11-01T00:00:00'),
  });
});
