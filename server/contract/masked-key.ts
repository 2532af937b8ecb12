/** Characters at each end of a key that lists show. */
export const SHOWN_CHARACTERS = 4;

const ELLIPSIS = '…';

/** A key as messages to clients have it. @param key without `sk-` */
export function maskedKey(key: string): string {
  return `${key.slice(0, 3)}***${key.slice(-3)}`;
}

/** A key of which only the end is shown, without `sk-`. @param end its last four characters */
export function displayedEnd(end: string): string {
  return `${ELLIPSIS}${end}`;
}

/** A key as lists show it. @param key without `sk-`; it may be masked already, by `displayedEnd` */
export function displayedKey(key: string): string {
  if (isMaskedKey(key)) return `sk-${key}`;
  return key.length > 3 * SHOWN_CHARACTERS
    ? `sk-${key.slice(0, SHOWN_CHARACTERS)}••••${key.slice(-SHOWN_CHARACTERS)}`
    : 'sk-••••••••';
}

/** Whether a key is one of which only the end is shown. @param key without `sk-` */
export function isMaskedKey(key: string): boolean {
  return key.startsWith(ELLIPSIS);
}
