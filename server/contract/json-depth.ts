/**
 * Maximum nesting of accepted JSON. Legitimate bodies stay far below it, and deep nesting costs far more time and
 * memory to parse than its size suggests.
 */
export const MAX_JSON_DEPTH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Brackets and braces differ in one bit (`[` 0x5b and `{` 0x7b, `]` 0x5d and `}` 0x7d). */
const CASE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * True if the JSON text is nested deeper than the limit. It stops at the first level beyond the limit and validates
 * nothing else, so that the text can be rejected before it is parsed.
 */
export function isTooDeep(json: Uint8Array, limit = MAX_JSON_DEPTH): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === QUOTE) at = endOfString(json, at);
    else if ((byte | CASE_BIT) === OPEN) {
      if (++depth > limit) return true;
    } else if ((byte | CASE_BIT) === CLOSE) depth--;
  }
  return false;
}

function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
