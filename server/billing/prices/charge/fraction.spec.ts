import fc from 'fast-check';
import { fraction, overOne, times } from './fraction.js';

const as = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

test('decimals are what was written', () => {
  expect(fraction(0.1)).toEqual(as(1n, 10n));
  expect(fraction(1.25)).toEqual(as(5n, 4n));
  expect(fraction(0)).toEqual(as(0n, 1n));
  expect(fraction(1e-9)).toEqual(as(1n, 1_000_000_000n));
  expect(fraction(1e21)).toEqual(as(10n ** 21n, 1n));
});

test('quotients are recognised, also when their last digits are off', () => {
  expect(fraction(4 / 3)).toEqual(as(4n, 3n));
  expect(fraction(79 / 59)).toEqual(as(79n, 59n));
  expect(fraction((0.012 * 500) / 7.3)).toEqual(as(60n, 73n));
});

test('other doubles keep their digits', () => {
  expect(Number(fraction(Math.PI).numerator) / Number(fraction(Math.PI).denominator)).toBe(Math.PI);
});

test('whole numbers are over 1', () => {
  expect([1, 7, 100].map(fraction)).toEqual([as(1n, 1n), as(7n, 1n), as(100n, 1n)]);
});

test('a quotient has a denominator of at most 10,000', () => {
  expect(fraction(3333 / 9973)).toEqual(as(3333n, 9973n));
  // The double after 0.3333, as sums and products of decimals produce it.
  expect(fraction(0.33330000000000004)).toEqual(as(3333n, 10_000n));
});

test('a quotient with a larger denominator keeps its digits', () => {
  // 10,007 is a prime.
  const { numerator, denominator } = fraction(1 / 10_007);
  expect(denominator).not.toBe(10_007n);
  expect(Number(numerator) / Number(denominator)).toBe(1 / 10_007);
});

test('12 decimals are taken as written, although a small fraction is near', () => {
  expect(fraction(0.333333333333)).toEqual(as(333_333_333_333n, 1_000_000_000_000n));
});

test.each([-1, Number.NaN, Infinity])('%d is not a ratio', (value) => {
  expect(() => fraction(value)).toThrow(new RangeError(`not a finite number >= 0: ${value}`));
});

test('products and common denominators are exact', () => {
  expect(times(fraction(0.1), fraction(0.2))).toEqual(as(1n, 50n));
  expect(overOne([fraction(0.5), fraction(4 / 3)])).toEqual({ numerators: [3n, 8n], denominator: 6n });
});

test('any decimal of up to nine places becomes exactly itself', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }),
      fc.integer({ min: 0, max: 9 }),
      (digits, places) => {
        const { numerator, denominator } = fraction(Number(`${digits}e-${places}`));
        expect(numerator * 10n ** BigInt(places)).toBe(BigInt(digits) * denominator);
      },
    ),
    { seed: 7 },
  );
});
