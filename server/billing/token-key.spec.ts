import { Vault } from '../core/crypto.js';
import { keyHashes, readingsOf } from './token-key.js';

test('a presented key may be a key with dashes, or one with the channel that is named behind it; the likely reading is first', () => {
  const readings = (text: string) => readingsOf(text).map(({ key, pinnedChannel }) => [key, pinnedChannel]);
  expect(readings('sk-abc')).toEqual([['abc', undefined]]);
  expect(readings('sk-abc-12')).toEqual([
    ['abc', '12'],
    ['abc-12', undefined],
  ]);
  expect(readings('abc-d_e-12')).toEqual([
    ['abc-d_e-12', undefined],
    ['abc', 'd_e'],
  ]);
  expect(readings('sk--abc')[0]).toEqual(['-abc', undefined]);
});

test('the hash of a SHA-256 is of the key with sk-, and no text has it as its own hash', () => {
  const [lookup] = new Vault('one secret').lookups;
  // printf sk-abc | sha256sum
  const sha256 = '1460db1b6902f8b1fc2a40d9381a24d0fd22c3bc1b2c6f999c521da73776fbe0';
  const { own, bySha256 } = keyHashes('abc', lookup);
  expect(own).toBe(lookup.hash('abc'));
  expect(bySha256).toBe(lookup.hashOfSha256(sha256));
  expect(lookup.hash(sha256)).not.toBe(lookup.hashOfSha256(sha256));
  expect(lookup.hashOfSha256(sha256.toUpperCase())).toBe(lookup.hashOfSha256(sha256));
  expect(new Vault('another').lookups[0].hashOfSha256(sha256)).not.toBe(lookup.hashOfSha256(sha256));
});
