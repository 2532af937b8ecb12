/** Characters from rare to frequent in JSON with text. `"`, `\` and `/` are missing: JSON may escape them. */
const BY_FREQUENCY = "~^`|@#$%&*+=<>;!?_()zqjxkvbpygwfmucldrhsnioate0123456789-[]{}':,. ";
/** With more words, one pass with a regular expression costs less than one search per word. */
const MAX_WORDS = 8;
/** Candidates that are compared in a body before the search gives up: this number, and one per so many bytes. */
const CANDIDATES = 64;
const BYTES_PER_CANDIDATE = 2048;
const UNICODE_ESCAPE = Buffer.from('\\u');

interface Needle {
  /** In lower case. */
  readonly bytes: Buffer;
  /** Index of the byte that is searched for. */
  readonly at: number;
  /** That byte in both cases; once if it is no letter. */
  readonly variants: readonly number[];
}

/**
 * Searches JSON bodies for a few ASCII words, whatever their case, without decoding the bodies: the rarest character of each
 * word is found by the native search for a byte, which takes a hundredth of the time of a regular expression.
 */
export class AsciiSearch {
  private constructor(private readonly needles: readonly Needle[]) {}

  /** @returns undefined if the words cannot be searched in this way */
  static of(words: readonly string[]): AsciiSearch | undefined {
    if (words.length > MAX_WORDS) return undefined;
    const needles = words.map(needleOf);
    return needles.every((needle) => needle !== undefined) ? new AsciiSearch(needles) : undefined;
  }

  /** @returns undefined if only a full search can tell: letters may be escaped, or too many places must be compared */
  isIn(body: Buffer): boolean | undefined {
    if (body.includes(UNICODE_ESCAPE)) return undefined;
    let candidates = CANDIDATES + Math.ceil(body.length / BYTES_PER_CANDIDATE);
    for (const needle of this.needles)
      for (const variant of needle.variants)
        for (let at = body.indexOf(variant); at !== -1; at = body.indexOf(variant, at + 1)) {
          if (candidates-- === 0) return undefined;
          if (isAt(body, at - needle.at, needle.bytes)) return true;
        }
    return false;
  }
}

function needleOf(word: string): Needle | undefined {
  // Lower case first would turn some letters into ASCII: the Kelvin sign into `k`.
  if (!/^[\x20-\x7e]+$/.test(word)) return undefined;
  const text = word.toLowerCase();
  if (Array.from(text).some((character) => !BY_FREQUENCY.includes(character))) return undefined;
  const rarest = Array.from(BY_FREQUENCY).find((character) => text.includes(character))!;
  const variants = new Set([rarest, rarest.toUpperCase()]);
  return {
    bytes: Buffer.from(text, 'latin1'),
    at: text.indexOf(rarest),
    variants: [...variants].map((variant) => variant.charCodeAt(0)),
  };
}

function isAt(body: Buffer, start: number, lowerCase: Buffer): boolean {
  for (let index = 0; index < lowerCase.length; index++) {
    const byte = body[start + index];
    if (byte === undefined) return false;
    const isUpperCase = byte >= 0x41 && byte <= 0x5a;
    if ((isUpperCase ? byte + 0x20 : byte) !== lowerCase[index]) return false;
  }
  return true;
}
