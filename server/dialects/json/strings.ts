const quote = 0x22;
const backslash = 0x5c;
/** Bytes of a string that are checked one by one: most strings end before, and need no preparation. */
const walked = 32;
/** Number of 32-bit words that are checked before native searches take over. */
const wordwise = 64;

/** Characters allowed after a backslash, except `u`: " \ / b f n r t */
const escapes = new Uint8Array(256);
for (const byte of Buffer.from('"\\/bfnrt')) escapes[byte] = 1;
const hexDigits = new Uint8Array(256);
for (const byte of Buffer.from('0123456789abcdefABCDEF')) hexDigits[byte] = 1;
/** Bytes that end a run of ordinary text: quote, backslash, control characters. */
const stops = new Uint8Array(256).fill(1, 0, 0x20);
stops[quote] = 1;
stops[backslash] = 1;

/**
 * Skips JSON strings of one body, validating escapes and rejecting raw control characters. It checks short strings byte by
 * byte, longer ones four bytes at a time, and uses native searches for long runs. The results of these searches are cached
 * between strings, so a body is searched once per byte value.
 */
export class StringScanner {
  /** Index of the last `\\u` escape; -1 before the first. Only such escapes can spell a name differently. */
  lastCodeEscape = -1;
  private nextQuote = -1;
  private nextBackslash = -1;
  /** The body as aligned 32-bit words; word 0 begins `shift` bytes before it. */
  private words: Int32Array | undefined;
  private readonly shift: number;

  constructor(private readonly body: Buffer) {
    this.shift = body.byteOffset & 3;
  }

  /**
   * @param start index of the opening quote
   * @returns the index after the closing quote
   * @throws SyntaxError
   */
  skip(start: number): number {
    const { body } = this;
    let at = this.walk(start);
    while (body[at] !== quote) {
      // Escapes often follow each other: do not start a search between them.
      if (stops[body[at] as number] === 0) at = this.stop(at);
      const byte = body[at];
      if (byte === backslash) at = this.escape(at);
      else if (byte === undefined) throw new SyntaxError('unexpected end of the JSON text');
      else if (byte !== quote) throw control(at);
    }
    return at + 1;
  }

  /** Index of the first quote, backslash or control character of a string, or of the byte where the walk ends. */
  walk(start: number): number {
    const { body } = this;
    let at = start + 1;
    const limit = Math.min(at + walked, body.length);
    while (at < limit && stops[body[at] as number] === 0) at++;
    return at;
  }

  /** Index of the next quote, backslash or control character at or after `at`; the body's length when there is none. */
  private stop(at: number): number {
    const { body, shift } = this;
    const words = (this.words ??= this.aligned());
    const head = Math.min(body.length, at + (-(at + shift) & 3));
    for (; at < head; at++) if (stops[body[at] as number] === 1) return at;
    let index = (at + shift) >> 2;
    const last = Math.min(index + wordwise, words.length);
    for (; index < last; index++) {
      const word = words[index] as number;
      const quotes = word ^ 0x22222222;
      const backslashes = word ^ 0x5c5c5c5c;
      // Standard bit tricks: does any byte of the word lie below 0x20, or is any zero?
      const low = (word - 0x20202020) & ~word;
      const zero = ((quotes - 0x01010101) & ~quotes) | ((backslashes - 0x01010101) & ~backslashes);
      if (((low | zero) & 0x80808080) !== 0) break;
    }
    at = Math.max(at, (index << 2) - shift);
    if (index === last && last < words.length) return this.search(at);
    while (at < body.length && stops[body[at] as number] === 0) at++;
    return at;
  }

  /** Like `stop`, for a long run. */
  private search(from: number): number {
    if (this.nextQuote < from) this.nextQuote = this.find(quote, from);
    if (this.nextBackslash < from) this.nextBackslash = this.find(backslash, from);
    const end = Math.min(this.nextQuote, this.nextBackslash);
    this.refuseControls(from, end);
    return end;
  }

  private find(byte: number, from: number): number {
    const at = this.body.indexOf(byte, from);
    return at === -1 ? this.body.length : at;
  }

  /**
   * @param from at the beginning of a word
   * @throws SyntaxError
   */
  private refuseControls(from: number, to: number): void {
    const { body, shift } = this;
    const words = (this.words ??= this.aligned());
    const last = Math.min((to + shift) >> 2, words.length);
    let found = 0;
    let index = (from + shift) >> 2;
    for (; index + 3 < last; index += 4) {
      const one = words[index] as number;
      const two = words[index + 1] as number;
      const three = words[index + 2] as number;
      const four = words[index + 3] as number;
      found |= ((one - 0x20202020) & ~one) | ((two - 0x20202020) & ~two);
      found |= ((three - 0x20202020) & ~three) | ((four - 0x20202020) & ~four);
    }
    for (; index < last; index++) {
      const word = words[index] as number;
      found |= (word - 0x20202020) & ~word;
    }
    if ((found & 0x80808080) !== 0) throw control(from);
    for (let at = Math.max(from, (last << 2) - shift); at < to; at++) {
      if ((body[at] as number) < 0x20) throw control(at);
    }
  }

  /** The body as 32-bit words. Aligned views must start at a multiple of four of the underlying memory. */
  private aligned(): Int32Array {
    const { body, shift } = this;
    return new Int32Array(body.buffer, body.byteOffset - shift, (body.length + shift) >> 2);
  }

  /** Called at a backslash; returns the index after the whole escape. @throws SyntaxError */
  private escape(at: number): number {
    const { body } = this;
    const kind = body[at + 1] ?? 0;
    if (escapes[kind] === 1) return at + 2;
    if (kind !== 0x75) throw new SyntaxError(`invalid escape at position ${at}`);
    this.lastCodeEscape = at;
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (hexDigits[body[digit] ?? 0] !== 1) throw new SyntaxError(`invalid escape at position ${at}`);
    }
    return at + 6;
  }
}

function control(at: number): SyntaxError {
  return new SyntaxError(`raw control character in a string near position ${at}`);
}
