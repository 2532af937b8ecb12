import { MAX_USERNAME_LENGTH } from '../../contract/limits.js';
import { randomText } from '../../core/crypto.js';

/** Maximum characters of a user name. */
const MAX_DISPLAY_NAME_LENGTH = 20;
const SUFFIX = 4;
/** Number of random names to try; more collisions than this do not happen by chance. */
const RANDOM_NAMES = 20;

/**
 * Names for a new account in order of preference: the preferred name, the preferred name with a random suffix, prefix
 * and id, prefix and random text.
 * @param preferredName may be empty
 * @param nextId the id the account will probably get
 */
export function* accountNames(preferredName: string, prefix: string, nextId: number): Generator<string> {
  const cleaned = nameOf(preferredName);
  if (cleaned !== '') {
    yield cleaned;
    yield `${cut(cleaned, MAX_USERNAME_LENGTH - SUFFIX - 1)}_${randomText(SUFFIX)}`;
  }
  const numbered = `${prefix}${nextId}`;
  if (numbered.length <= MAX_USERNAME_LENGTH) yield numbered;
  for (let i = 0; i < RANDOM_NAMES; i++) yield prefix + randomText(MAX_USERNAME_LENGTH - prefix.length);
}

/** A display name from a third party, cleaned and shortened. */
export function displayNameOf(text: string): string {
  return cut(printable(text), MAX_DISPLAY_NAME_LENGTH).trim();
}

/** Names contain no `@`, so that they cannot be mistaken for e-mail addresses. */
function nameOf(text: string): string {
  return cut(printable(text.split('@')[0] ?? ''), MAX_USERNAME_LENGTH).trim();
}

/** Removes control, invisible and unassigned characters, with which two different names could look alike. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}

function cut(text: string, characters: number): string {
  return Array.from(text).slice(0, characters).join('');
}
