import type { FinishClass, FinishReasons } from '../canonical/finish.js';
import type { FinishWords } from './facts/finish-words.js';

/** Longest finish reason that is looked up, in bytes. */
const MAX_WORD = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;
const COLON = 0x3a;
const SPACE = 0x20;
/** Brackets of objects and lists. */
const OPENING = new Set([0x7b, 0x5b]);
const CLOSING = new Set([0x7d, 0x5d]);

interface Word {
  readonly text: string;
  /** Offsets of the first byte of the word and of the quote after it. */
  readonly start: number;
  readonly end: number;
}

/**
 * Finds finish reasons in the bytes of a response that is passed to a client of the same protocol. The protocol's own words
 * are passed on; those of other APIs are replaced by its own. Normal events cost one search for the name of the member.
 */
export class NativeFinish {
  private readonly key: Buffer;
  private readonly own: ReadonlySet<string>;
  private readonly replacements: ReadonlyMap<FinishClass, string>;

  /**
   * @param member name of the member that holds the finish reason
   * @param depth how many objects and lists enclose it at most; deeper ones are arguments of tools
   * @param documented finish reasons of the protocol; the first one of a class replaces those of other APIs
   * @param words finish reasons of the provider
   */
  constructor(
    member: string,
    private readonly depth: number,
    documented: FinishReasons,
    private readonly words: FinishWords,
  ) {
    // Without its first quote, which every event has so often that searching for it takes twice the time.
    this.key = Buffer.from(`${member}"`);
    const own = Object.entries(documented).filter(([, reason]) => reason !== 'broken');
    this.own = new Set(own.map(([word]) => word));
    this.replacements = new Map(own.toReversed().map(([word, reason]) => [reason, word]));
  }

  /**
   * Offset of the next finish reason that must not be passed on as it is, because the response is broken or the word is that
   * of another API; -1 if there is none.
   * @param bytes a whole response, or complete events
   */
  foreignAt(bytes: Buffer, from: number): number {
    return this.next(bytes, from)?.start ?? -1;
  }

  /** The bytes with the words of other APIs replaced; broken ones and all other bytes stay. */
  replaced(bytes: Buffer): Buffer {
    const pieces: Buffer[] = [];
    let done = 0;
    const depths = new Depths(bytes);
    for (let word = this.next(bytes, 0, depths); word; word = this.next(bytes, word.end, depths)) {
      const own = this.replacementOf(this.words.classOf(word.text));
      if (own === undefined) continue;
      pieces.push(bytes.subarray(done, word.start), Buffer.from(own));
      done = word.end;
    }
    return done === 0 ? bytes : Buffer.concat([...pieces, bytes.subarray(done)]);
  }

  /** Protocols without a word for tool calls end them like texts. */
  private replacementOf(reason: FinishClass): string | undefined {
    return (
      this.replacements.get(reason) ?? (reason === 'tool-calls' ? this.replacements.get('stop') : undefined)
    );
  }

  /** The next foreign word. null and the empty string are none. */
  private next(bytes: Buffer, from: number, depths?: Depths): Word | undefined {
    let nesting = depths;
    for (let at = bytes.indexOf(this.key, from); at !== -1; at = bytes.indexOf(this.key, at + 1)) {
      // A quote within a string is escaped, so generated text never matches.
      const word = bytes[at - 1] === QUOTE ? wordAt(bytes, at + this.key.length) : undefined;
      if (!word || this.own.has(word.text)) continue;
      nesting ??= new Depths(bytes);
      if (nesting.at(at) <= this.depth) return word;
    }
    return undefined;
  }
}

/** The string that is the value of a member, given the offset after its name. */
function wordAt(bytes: Buffer, afterName: number): Word | undefined {
  let at = afterSpaces(bytes, afterName);
  if (bytes[at] !== COLON) return undefined;
  at = afterSpaces(bytes, at + 1);
  if (bytes[at] !== QUOTE) return undefined;
  const start = at + 1;
  const end = bytes.indexOf(QUOTE, start);
  if (end <= start) return undefined;
  return { text: bytes.toString('utf8', start, Math.min(end, start + MAX_WORD)), start, end };
}

/** How many objects and lists of its JSON record enclose an offset; offsets ascend. Used for foreign words only. */
class Depths {
  private readonly isBody: boolean;
  private scanned = 0;
  private depth = 0;
  private inString = false;

  constructor(private readonly bytes: Buffer) {
    this.isBody = OPENING.has(bytes[bytes.findIndex((byte) => byte > SPACE)] ?? 0);
  }

  at(offset: number): number {
    const { bytes } = this;
    const line = this.isBody ? 0 : bytes.lastIndexOf(LF, offset) + 1;
    if (line > this.scanned) {
      this.scanned = line;
      this.depth = 0;
      this.inString = false;
    }
    for (; this.scanned < offset; this.scanned++) {
      const byte = bytes[this.scanned]!;
      if (byte === BACKSLASH) this.scanned++;
      else if (byte === QUOTE) this.inString = !this.inString;
      else if (this.inString) continue;
      else if (OPENING.has(byte)) this.depth++;
      else if (CLOSING.has(byte)) this.depth--;
    }
    return this.depth;
  }
}

function afterSpaces(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === SPACE) at++;
  return at;
}
