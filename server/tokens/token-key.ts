import { SHOWN_CHARACTERS } from '../contract/masked-key.js';
import { randomText, type Vault } from '../core/crypto.js';
import type { Token } from './token.entity.js';

const KEY_LENGTH = 48;
/** What displays put in place of the middle of a key. */
const MASK = /[*•….]{2,}/;

/** A new random key, as the columns that store it. */
export function newTokenKey(vault: Vault): Pick<Token, 'key' | 'keyHash'> {
  const key = randomText(KEY_LENGTH);
  return { key: vault.seal(key), keyHash: vault.lookupHash(key) };
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
