/** Texts of others, such as providers and receivers of notices, as Postgres accepts them. */

/** For columns of type text, which cannot contain NUL characters. */
export function columnText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/**
 * For texts in jsonb, which contains neither NUL characters nor halves of surrogate pairs. These become U+FFFD.
 * @param maxLength in UTF-16 units; a character that would be cut in half is left out
 */
export function jsonbText(text: string, maxLength = Infinity): string {
  const whole = columnText(text).toWellFormed();
  if (whole.length <= maxLength) return whole;
  return whole.slice(0, maxLength).replace(/\p{Surrogate}$/u, '');
}

/** JSON of a value for jsonb, with the texts and the names of members as `jsonbText` makes them. */
export function jsonbOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'string') return jsonbText(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [jsonbText(name), member]));
  });
}
