import { createHash } from 'node:crypto';
import { SHOWN_CHARACTERS, displayedEnd, displayedKey } from '../contract/masked-key.js';
import { randomText, type Vault } from '../core/crypto.js';
import type { Token } from './token.entity.js';

const KEY_LENGTH = 48;
/** What displays put in place of the middle of a key, or of its beginning. */
const MASK = /…|[*•….]{2,}/;

/** The columns that store a key. */
export type KeyColumns = Pick<Token, 'key' | 'keyHash' | 'hashKey' | 'keyEnd' | 'hookSecret'>;

/** A new key. */
export interface NewKey {
  /** Without `sk-`. */
  readonly plain: string;
  readonly columns: KeyColumns;
}

/**
 * A new random key.
 * @param isStored whether it can be read later; otherwise its hash, its last characters and the secret of hooks are stored
 */
export function newTokenKey(vault: Vault, isStored: boolean): NewKey {
  const plain = randomText(KEY_LENGTH);
  const keyHash = vault.lookupHash(plain);
  return {
    plain,
    columns: isStored
      ? { key: vault.seal(plain), keyHash, hashKey: vault.keyId, keyEnd: '', hookSecret: '' }
      : { key: '', ...unstoredKey(plain, vault) },
  };
}

/** What is stored of a key that cannot be read later. @param plain without `sk-` */
export function unstoredKey(plain: string, vault: Vault): Omit<KeyColumns, 'key'> {
  return {
    keyHash: vault.lookupHash(plain),
    hashKey: vault.keyId,
    keyEnd: endOf(plain),
    hookSecret: vault.seal(hookSecretOf(plain)),
  };
}

/** The hash by which a key is found, and the id of its secret; null: the oldest one. That of a stored key may be of a former secret. */
export function keyHashOf(
  token: Pick<Token, 'key' | 'keyHash' | 'hashKey'>,
  vault: Vault,
): Pick<Token, 'keyHash' | 'hashKey'> {
  const key = storedKey(token, vault);
  if (key === undefined) return { keyHash: token.keyHash, hashKey: token.hashKey };
  return { keyHash: vault.lookupHash(key), hashKey: vault.keyId };
}

/** The key of a token; undefined if it is not stored. */
export function storedKey({ key }: Pick<Token, 'key'>, vault: Vault): string | undefined {
  return key === '' ? undefined : vault.open(key);
}

/** The last characters of a token's key. */
export function keyEndOf(token: Pick<Token, 'key' | 'keyEnd'>, vault: Vault): string {
  const key = storedKey(token, vault);
  return key === undefined ? token.keyEnd : endOf(key);
}

/** A token's key as lists of administrators and the log have it. */
export function maskedKeyOf(token: Pick<Token, 'key' | 'keyEnd'>, vault: Vault): string {
  const key = storedKey(token, vault);
  return key === undefined ? `sk-${displayedEnd(token.keyEnd)}` : displayedKey(key);
}

function endOf(key: string): string {
  return key.slice(-SHOWN_CHARACTERS);
}

/** The secret by which hooks of tasks are signed: SHA-256 of the key, in hex, which its holder can compute. @param key with or without `sk-` */
export function hookSecretOf(key: string): string {
  return createHash('sha256').update(key.replace(/^sk-/, '')).digest('hex');
}

/** What a search names of a key: all of it, or parts of its ends. */
export type SearchedKey = { readonly whole: string } | { readonly start: string; readonly end: string };

/**
 * Reads what was entered to find a token: a key, a masked one, or the last characters. Of a masked key no more than what
 * is displayed counts: otherwise, repeated searches with one more character each would reveal the key.
 */
export function searchedKey(text: string): SearchedKey {
  const entered = text.trim().replace(/^sk-/, '');
  const [start = '', end] = entered.split(MASK);
  if (end !== undefined)
    return { start: start.slice(0, SHOWN_CHARACTERS), end: end.slice(-SHOWN_CHARACTERS) };
  return entered.length <= SHOWN_CHARACTERS ? { start: '', end: entered } : { whole: entered };
}

/** Whether a token's key has these ends. The beginning of a key that is not stored is unknown, and matches. */
export function hasEnds(
  token: Pick<Token, 'key' | 'keyEnd'>,
  { start, end }: { readonly start: string; readonly end: string },
  vault: Vault,
): boolean {
  const key = storedKey(token, vault);
  return key === undefined ? token.keyEnd.endsWith(end) : key.startsWith(start) && key.endsWith(end);
}
