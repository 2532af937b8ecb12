import { valueOf } from './balance-value.js';

const CNY_PER_USD = 7.3;

test.each([
  ['yuan by the price of a dollar', [['CNY', 73]], 10, false],
  ['dollars as they are', [['USD', 50]], 50, false],
  [
    'both currencies together',
    [
      ['CNY', 73],
      ['USD', 50],
    ],
    60,
    false,
  ],
  [
    'several amounts of one currency',
    [
      ['USD', 150.5],
      ['USD', 9.5],
    ],
    160,
    false,
  ],
  [
    'a debt in one currency against the other',
    [
      ['CNY', -36.5],
      ['USD', 6],
    ],
    1,
    false,
  ],
  [
    'an empty account',
    [
      ['CNY', 0],
      ['USD', 0],
    ],
    0,
    true,
  ],
  ['a currency without an exchange rate, which is not nothing', [['EUR', 3]], 0, false],
  ['an empty account in such a currency', [['EUR', 0]], 0, true],
  ['characters, which are not money', [['characters', 1200]], 0, false],
] as const)('%s: %j are worth %d USD, used up: %p', (_title, amounts, usd, isUsedUp) => {
  const reported = amounts.map(([unit, amount]) => ({ unit, amount }));
  const value = valueOf(reported, CNY_PER_USD);
  expect(value.usd).toBeCloseTo(usd, 10);
  expect(value.isUsedUp).toBe(isUsedUp);
});

test('without an exchange rate yuan are not converted, and not used up', () => {
  expect(valueOf([{ unit: 'CNY', amount: 73 }], 0)).toEqual({
    balances: [{ unit: 'CNY', amount: 73 }],
    usd: 0,
    isUsedUp: false,
  });
});
