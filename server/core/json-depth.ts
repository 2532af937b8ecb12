/** Deeper nesting than this is refused: nobody needs it, and parsing it costs far more time and memory than its bytes. */
export const MAX_JSON_DEPTH = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Brackets and braces differ in one bit (`[` 0x5b and `{` 0x7b, `]` 0x5d and `}` 0x7d). */
const CASE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Is this JSON nested deeper than the limit? Reads no further than the level beyond it and checks nothing else, so that
 * the text can be refused before it is parsed.
 */
export function isTooDeep(json: Buffer, limit = MAX_JSON_DEPTH): boolean {
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

function endOfString(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1;
  return at;
}
