import { Vault } from '../core/crypto.js';
import {
  hasEnds,
  hookSecretOf,
  keyEndOf,
  maskedKeyOf,
  newTokenKey,
  searchedKey,
  storedKey,
} from './token-key.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL';

describe('what was entered to find a token is', () => {
  test.each([
    ['a whole key', `sk-${KEY}`, { whole: KEY }],
    ['a key without its prefix, with spaces around it', ` ${KEY} `, { whole: KEY }],
    ['its last four characters', 'IJKL', { start: '', end: 'IJKL' }],
    ['its last three characters', 'JKL', { start: '', end: 'JKL' }],
    ['a key as lists show it', 'sk-abcd••••IJKL', { start: 'abcd', end: 'IJKL' }],
    ['a key as messages to clients have it', 'abc***JKL', { start: 'abc', end: 'JKL' }],
    ['a key of which only the end is known', 'sk-…IJKL', { start: '', end: 'IJKL' }],
    ['a key with dots', 'sk-abc...JKL', { start: 'abc', end: 'JKL' }],
    ['no more of a masked key than lists show', 'sk-abcdef••••GHIJKL', { start: 'abcd', end: 'IJKL' }],
    ['no more of the end of a key: five characters are a whole key', 'HIJKL', { whole: 'HIJKL' }],
  ])('%s', (_what, entered, searched) => {
    expect(searchedKey(entered)).toEqual(searched);
  });
});

test('a new key has 48 letters and digits, is stored encrypted, and is found by its hash', () => {
  const vault = new Vault('a secret');
  const { plain, columns } = newTokenKey(vault, true);
  const { key, keyHash } = columns;
  expect(vault.open(key)).toMatch(/^[0-9A-Za-z]{48}$/);
  expect(key).not.toContain(vault.open(key));
  expect(keyHash).toBe(vault.lookupHash(vault.open(key)));
  expect(vault.open(key)).toBe(plain);
  expect(newTokenKey(vault, true).columns.keyHash).not.toBe(keyHash);
});

test('of a key that is shown once, nothing is stored from which it could be read', () => {
  const vault = new Vault('a secret');
  const { plain, columns } = newTokenKey(vault, false);
  expect(columns).toEqual({
    key: '',
    keyHash: vault.lookupHash(plain),
    hashKey: vault.keyId,
    keyEnd: plain.slice(-4),
    hookSecret: expect.stringMatching(/^v1:/),
  });
  expect(vault.open(columns.hookSecret)).toBe(hookSecretOf(`sk-${plain}`));
  expect(storedKey(columns, vault)).toBeUndefined();
});

describe.each([
  ['stored', true],
  ['shown once', false],
])('a key that is %s', (_how, isStored) => {
  const vault = new Vault('a secret');
  const { plain, columns } = newTokenKey(vault, isStored);

  test('is displayed by its end', () => {
    expect(keyEndOf(columns, vault)).toBe(plain.slice(-4));
    expect(maskedKeyOf(columns, vault)).toBe(
      isStored ? `sk-${plain.slice(0, 4)}••••${plain.slice(-4)}` : `sk-…${plain.slice(-4)}`,
    );
  });

  test('is found by its ends', () => {
    const ends = (start: string, end: string) => hasEnds(columns, { start, end }, vault);
    expect(ends('', plain.slice(-3))).toBe(true);
    expect(ends(plain.slice(0, 4), plain.slice(-4))).toBe(true);
    expect(ends('', '----')).toBe(false);
    // The beginning of a key that is not stored is unknown.
    expect(ends('----', plain.slice(-4))).toBe(!isStored);
  });
});
