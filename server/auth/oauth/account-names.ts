import { randomText } from '../../core/crypto.js';

/** Characters of a user name (spec/management-api.md 4.3.3). */
const MAX_NAME_LENGTH = 12;
const MAX_DISPLAY_NAME_LENGTH = 20;
const SUFFIX = 4;
/** More collisions of random names than chance allows. */
const RANDOM_NAMES = 20;

/**
 * Names for a new account, best first: the wish, the wish with a random ending, prefix and number, prefix and random.
 * @param nextId the id the account will probably get
 */
export function* accountNames(wish: string, prefix: string, nextId: number): Generator<string> {
  const wished = nameOf(wish);
  if (wished !== '') {
    yield wished;
    yield `${cut(wished, MAX_NAME_LENGTH - SUFFIX - 1)}_${randomText(SUFFIX)}`;
  }
  const numbered = `${prefix}${nextId}`;
  if (numbered.length <= MAX_NAME_LENGTH) yield numbered;
  for (let i = 0; i < RANDOM_NAMES; i++) yield prefix + randomText(MAX_NAME_LENGTH - prefix.length);
}

/** A name as somebody gave it elsewhere, made fit to be shown here. */
export function displayNameOf(text: string): string {
  return cut(printable(text), MAX_DISPLAY_NAME_LENGTH).trim();
}

/** Names have no `@`, so that none can be taken for an e-mail address. */
function nameOf(text: string): string {
  return cut(printable(text.split('@')[0] ?? ''), MAX_NAME_LENGTH).trim();
}

/** Without control, invisible and unassigned characters, which make two names look like one. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
}

function cut(text: string, characters: number): string {
  return Array.from(text).slice(0, characters).join('');
}
