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

test.each([-1, Number.NaN, Infinity])('%d is not a ratio', (value) => {
  expect(() => fraction(value)).toThrow(RangeError);
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
