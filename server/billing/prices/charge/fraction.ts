/** A rational number >= 0, so that money is added and multiplied without drift. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

const MAX_SNAPPED_DENOMINATOR = 10_000;
const MAX_DECIMALS_TAKEN_LITERALLY = 12;

/**
 * The number intended by a double. Up to 12 decimals are taken as written (0.1 is 1/10). More decimals usually result
 * from a division such as 4/3, so a small fraction within a few units in the last place is preferred; if there is none,
 * the digits are used as they are.
 * @throws RangeError for anything but a finite number >= 0
 */
export function fraction(value: number): Fraction {
  if (!Number.isFinite(value) || value < 0) throw new RangeError(`not a finite number >= 0: ${value}`);
  const decimal = fromDigits(value);
  if (decimal.denominator <= 10n ** BigInt(MAX_DECIMALS_TAKEN_LITERALLY)) return decimal;
  return smallFraction(value) ?? decimal;
}

export function times(...factors: Fraction[]): Fraction {
  return reduced(
    factors.reduce((product, factor) => product * factor.numerator, 1n),
    factors.reduce((product, factor) => product * factor.denominator, 1n),
  );
}

/** Converts the fractions to a common denominator. */
export function overOne(fractions: readonly Fraction[]): { numerators: bigint[]; denominator: bigint } {
  const denominator = fractions.reduce(
    (common, { denominator: next }) => (common / divisor(common, next)) * next,
    1n,
  );
  const numerators = fractions.map((each) => each.numerator * (denominator / each.denominator));
  return { numerators, denominator };
}

function fromDigits(value: number): Fraction {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const digits = BigInt(whole + decimals);
  const shift = Number(exponent) - decimals.length;
  return shift >= 0 ? reduced(digits * 10n ** BigInt(shift), 1n) : reduced(digits, 10n ** BigInt(-shift));
}

/** Best continued fraction with a small denominator; undefined if there is none. */
function smallFraction(value: number): Fraction | undefined {
  const tolerance = value * 4 * Number.EPSILON;
  let [previousTop, top] = [1, Math.floor(value)];
  let [previousBottom, bottom] = [0, 1];
  let rest = value - top;
  while (Math.abs(value - top / bottom) > tolerance) {
    const inverse = 1 / rest;
    const digit = Math.floor(inverse);
    rest = inverse - digit;
    [previousTop, top] = [top, digit * top + previousTop];
    [previousBottom, bottom] = [bottom, digit * bottom + previousBottom];
    if (!(bottom <= MAX_SNAPPED_DENOMINATOR)) return undefined;
  }
  return reduced(BigInt(top), BigInt(bottom));
}

function reduced(numerator: bigint, denominator: bigint): Fraction {
  const common = divisor(numerator, denominator);
  return { numerator: numerator / common, denominator: denominator / common };
}

function divisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
