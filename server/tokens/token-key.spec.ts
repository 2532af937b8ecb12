import { Vault } from '../core/crypto.js';
import { newTokenKey, searchedKey } from './token-key.js';

const KEY = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL';

describe('what was entered to find a token is', () => {
  test.each([
    ['a whole key', `sk-${KEY}`, { whole: KEY }],
    ['a key without its prefix, with spaces around it', ` ${KEY} `, { whole: KEY }],
    ['its last four characters', 'IJKL', { start: '', end: 'IJKL' }],
    ['its last three characters', 'JKL', { start: '', end: 'JKL' }],
    ['a key as lists show it', 'sk-abcd••••IJKL', { start: 'abcd', end: 'IJKL' }],
    ['a key as messages to clients have it', 'abc***JKL', { start: 'abc', end: 'JKL' }],
    ['a key with dots', 'sk-abc...JKL', { start: 'abc', end: 'JKL' }],
    ['no more of a masked key than lists show', 'sk-abcdef••••GHIJKL', { start: 'abcd', end: 'IJKL' }],
    ['no more of the end of a key: five characters are a whole key', 'HIJKL', { whole: 'HIJKL' }],
  ])('%s', (_what, entered, searched) => {
    expect(searchedKey(entered)).toEqual(searched);
  });
});

test('a new key has 48 letters and digits, is stored encrypted, and is found by its hash', () => {
  const vault = new Vault('a secret');
  const { key, keyHash } = newTokenKey(vault);
  expect(vault.open(key)).toMatch(/^[0-9A-Za-z]{48}$/);
  expect(key).not.toContain(vault.open(key));
  expect(keyHash).toBe(vault.lookupHash(vault.open(key)));
  expect(newTokenKey(vault).keyHash).not.toBe(keyHash);
});
