/** Characters at each end of a key that lists show. */
export const SHOWN_CHARACTERS = 4;

/** A key as messages to clients have it. @param key without `sk-` */
export function maskedKey(key: string): string {
  return `${key.slice(0, 3)}***${key.slice(-3)}`;
}

/** A key as lists show it. @param key without `sk-` */
export function displayedKey(key: string): string {
  return key.length > 3 * SHOWN_CHARACTERS
    ? `sk-${key.slice(0, SHOWN_CHARACTERS)}••••${key.slice(-SHOWN_CHARACTERS)}`
    : 'sk-••••••••';
}
