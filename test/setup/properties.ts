import { integer, type Parameters } from 'fast-check';

/** `PROPERTY_RUNS=20 npm run test:unit` looks for rarer inputs: that many times the runs, from a new seed. */
const FACTOR = Number(process.env.PROPERTY_RUNS ?? 1);

/**
 * How a property is checked: by the same inputs each time, so that a change that breaks it is found where it was made.
 * @param runs inputs; enough to find what broke the property so far
 */
export function seededRuns(runs: number, seed = 1): Pick<Parameters<unknown>, 'numRuns' | 'seed'> {
  return FACTOR === 1 ? { numRuns: runs, seed } : { numRuns: runs * FACTOR };
}

/**
 * Any character: a code point that is no half of a surrogate pair. The unit 'binary' of fast-check has the same ones, and each string
 * of it builds a table of all of them.
 */
export const anyCharacter = integer({ min: 0, max: 0x10ffff - 0x800 }).map((place) =>
  String.fromCodePoint(place < 0xd800 ? place : place + 0x800),
);
