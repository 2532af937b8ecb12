import { defaultServiceTiers, serviceTierRatios } from './service-tiers.js';

const ratiosOf = (model: string, table = defaultServiceTiers) =>
  Object.fromEntries(serviceTierRatios(table, model));

test.each([
  ['gpt-5', { flex: 0.5, priority: 2 }],
  ['gpt-5-mini', { flex: 0.5, priority: 1.8 }],
  ['gpt-4o', { priority: 1.7 }],
  ['gpt-4o-2024-08-06', { priority: 1.7 }],
  ['gpt-4o-2024-05-13', { priority: 1.75 }],
  ['gpt-4o-mini-2024-07-18', { priority: 5 / 3 }],
  ['claude-sonnet-4', { batch: 0.5, us: 1.1 }],
  ['gpt-3.5-turbo', {}],
])('list prices of %s', (model, ratios) => {
  expect(ratiosOf(model)).toEqual(ratios);
});

describe('the most specific entry of each tier wins, whatever the order of the table', () => {
  const entries = [
    ['*', { flex: 1, priority: 1, batch: 1, scale: 1 }],
    ['m-*', { flex: 2, priority: 2, batch: 2 }],
    ['m-large*', { flex: 3, priority: 3 }],
    ['m-large', { flex: 4 }],
  ] as const;
  test.each([
    ['as written', [...entries]],
    ['reversed', entries.toReversed()],
    ['the exact name first', [entries[3], entries[0], entries[2], entries[1]]],
    ['the exact name in the middle', [entries[2], entries[3], entries[1], entries[0]]],
  ])('%s', (_order, table) => {
    const of = (model: string) => ratiosOf(model, Object.fromEntries(table));
    expect(of('m-large')).toEqual({ flex: 4, priority: 3, batch: 2, scale: 1 });
    expect(of('m-large-2')).toEqual({ flex: 3, priority: 3, batch: 2, scale: 1 });
    expect(of('m-small')).toEqual({ flex: 2, priority: 2, batch: 2, scale: 1 });
    expect(of('other')).toEqual({ flex: 1, priority: 1, batch: 1, scale: 1 });
  });
});

test('a name without an asterisk is no prefix, and an asterisk elsewhere is part of the name', () => {
  expect(ratiosOf('m-large-2', { 'm-large': { flex: 4 }, '*-2': { flex: 5 } })).toEqual({});
});

describe('fast service in the USA', () => {
  test('costs both factors', () => {
    // 2 × 1.1, in doubles 2.2; 6 × 1.1 is 6.6000000000000005 in doubles.
    expect(ratiosOf('claude-opus-5')).toEqual({ batch: 0.5, us: 1.1, fast: 2, 'fast-us': 2.2 });
    expect(ratiosOf('claude-opus-4-6')).toMatchObject({ fast: 6, 'fast-us': 6.6 });
  });

  test('costs its own ratio where it has one', () => {
    expect(ratiosOf('m', { m: { fast: 2, us: 1.1, 'fast-us': 1.5 } })['fast-us']).toBe(1.5);
    expect(ratiosOf('m', { m: { fast: 2, us: 1.1, 'fast-us': 0 } })['fast-us']).toBe(0);
  });

  test('has no ratio unless both factors are known; a factor of 0 is known', () => {
    expect(ratiosOf('m', { m: { fast: 2 } })).toEqual({ fast: 2 });
    expect(ratiosOf('m', { m: { us: 1.1 } })).toEqual({ us: 1.1 });
    expect(ratiosOf('m', { m: { fast: 0, us: 1.1 } })).toEqual({ fast: 0, us: 1.1, 'fast-us': 0 });
  });
});
