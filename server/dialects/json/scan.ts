import { MAX_JSON_DEPTH } from '../../contract/json-depth.js';
import { isNoted } from './noted-names.js';
import { isPlain, JsonObject, type Member } from './object.js';
import { SeenNames } from './seen-names.js';
import { EDITED, type Edited } from './splice.js';
import { StringScanner } from './strings.js';

/**
 * Maximum number of strings, objects and lists in all lists of a body together. Messages, parts, tools and inputs are
 * processed one by one in every step of a request: 1,000,000 tiny messages (31 MB) took 1.4 s of CPU to parse and 1 s more
 * to translate, 100,000 take a tenth of that.
 */
export const MAX_LIST_MEMBERS = 100_000;
/**
 * Maximum number of values in a body. Numbers (embedding inputs may be tokens) and object members are cheap but not free.
 */
export const MAX_VALUES = 1_000_000;

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/**
 * Validates the whole body as JSON, as strictly as JSON.parse except for limits on depth and number of values, and returns
 * the members of its top-level object. UTF-8 validity is not checked here (`buffer.isUtf8` does it natively).
 * @throws SyntaxError with the byte position or the limit that was exceeded
 */
export function scanObject(body: Buffer): JsonObject {
  const scanned = (body as Scanned)[SCANNED];
  if (scanned) return scanned;
  const scanner = new Scanner(body);
  scanner.blank();
  const object = scanner.topLevel();
  scanner.blank();
  if (scanner.at < body.length) throw scanner.unexpected();
  if (body.length >= rememberedFrom) (body as Scanned)[SCANNED] = object;
  return object;
}

/**
 * Reading a request, changing it for the upstream and every retry scan the same bytes, so the result is cached for large
 * bodies. It is stored on the Buffer: a WeakMap would keep every body until the next full garbage collection.
 */
const SCANNED = Symbol('scanned');
type Scanned = Buffer & { [SCANNED]?: JsonObject };
/** Below this number of bytes, scanning again is cheaper than caching. */
const rememberedFrom = 4096;

/** Members of an object inside an already validated body. */
export function scanInner(body: Buffer, start: number): JsonObject {
  const scanner = new Scanner(body);
  scanner.at = start;
  return scanner.topLevel();
}

/**
 * Objects that have a member with that name, in a list of an already validated body.
 * @param start index of the list's opening bracket
 * @param levels 1: the list's items; 2: also the objects directly inside them
 */
export function objectsWith(body: Buffer, start: number, name: string, levels: 1 | 2 = 2): JsonObject[] {
  const scanner = new Scanner(body);
  scanner.at = start;
  const found: JsonObject[] = [];
  scanner.search(name, levels, found);
  return found;
}

class Scanner {
  at = 0;
  private listMembers = 0;
  private values = 0;
  /** See `JsonObject.noted`. */
  private noted: number[] | undefined;
  private readonly isBounded: boolean;
  private readonly strings: StringScanner;

  constructor(private readonly body: Buffer) {
    this.strings = new StringScanner(body);
    this.isBounded = (body as Edited)[EDITED] !== true;
  }

  /** @param readValue reads one member's value instead of `value` */
  topLevel(readValue?: () => void): JsonObject {
    const { body } = this;
    const members: Member[] = [];
    if (body[this.at] !== openObject) {
      throw new SyntaxError(`expected a JSON object at position ${this.at}`);
    }
    const inside = ++this.at;
    const names = new SeenNames(body, members);
    this.blank();
    if (body[this.at] === closeObject) {
      this.at++;
      return new JsonObject(body, members, inside);
    }
    for (;;) {
      const nameStart = this.at;
      this.name(inside - 1, 1);
      const nameEnd = this.at;
      const decoded = isPlain(body, nameStart, nameEnd)
        ? undefined
        : String(JSON.parse(body.toString('utf8', nameStart, nameEnd)));
      this.colon();
      const start = this.at;
      if (readValue) readValue();
      else this.value(1);
      const member = { decoded, nameStart, nameEnd, start, end: this.at };
      names.add(member);
      members.push(member);
      if (this.closes(closeObject))
        return new JsonObject(body, members, inside, names.isRepeated, this.noted);
    }
  }

  /** Reads a value and collects the objects in it that have the member, down to `levels` levels of objects. */
  search(name: string, levels: number, found: JsonObject[]): void {
    const { body } = this;
    if (levels === 0 || (body[this.at] !== openObject && body[this.at] !== openList)) return this.value(1);
    if (body[this.at] === openObject) {
      const object = this.topLevel(() => this.search(name, levels - 1, found));
      if (object.find(name)) found.push(object);
      return;
    }
    this.at++;
    this.blank();
    if (body[this.at] === closeList) {
      this.at++;
      return;
    }
    do this.search(name, levels, found);
    while (!this.closes(closeList));
  }

  blank(): void {
    const { body } = this;
    let at = this.at;
    for (let byte = body[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;)
      byte = body[++at];
    this.at = at;
  }

  unexpected(): SyntaxError {
    return new SyntaxError(
      this.at < this.body.length
        ? `unexpected character at position ${this.at}`
        : 'unexpected end of the JSON text',
    );
  }

  private value(depth: number): void {
    if (++this.values > MAX_VALUES && this.isBounded) throw new SyntaxError(`more than ${MAX_VALUES} values`);
    switch (this.body[this.at]) {
      case quote:
        this.at = this.strings.skip(this.at);
        return;
      case openObject:
        return this.object(depth + 1);
      case openList:
        return this.list(depth + 1);
      case 0x74:
        return this.literal('true');
      case 0x66:
        return this.literal('false');
      case 0x6e:
        return this.literal('null');
      default:
        return this.number();
    }
  }

  private object(depth: number): void {
    if (depth > MAX_JSON_DEPTH) throw new SyntaxError(`nested deeper than ${MAX_JSON_DEPTH} levels`);
    const start = this.at++;
    this.blank();
    if (this.body[this.at] === closeObject) {
      this.at++;
      return;
    }
    do {
      this.name(start, depth);
      this.colon();
      this.value(depth);
    } while (!this.closes(closeObject));
  }

  private list(depth: number): void {
    if (depth > MAX_JSON_DEPTH) throw new SyntaxError(`nested deeper than ${MAX_JSON_DEPTH} levels`);
    this.at++;
    this.blank();
    if (this.body[this.at] === closeList) {
      this.at++;
      return;
    }
    do {
      const first = this.body[this.at];
      if (
        (first === quote || first === openObject || first === openList) &&
        ++this.listMembers > MAX_LIST_MEMBERS &&
        this.isBounded
      )
        throw new SyntaxError(`more than ${MAX_LIST_MEMBERS} members in lists`);
      this.value(depth);
    } while (!this.closes(closeList));
  }

  /** Reads the name of a member of the object that begins at `object`, and notes it; see `JsonObject.noted`. */
  private name(object: number, depth: number): void {
    const { body, strings } = this;
    const start = this.at;
    if (body[start] !== quote) throw this.unexpected();
    const end = strings.walk(start);
    if (body[end] === quote) {
      this.at = end + 1;
      if (isNoted(body, start, end, depth)) (this.noted ??= []).push(object, start);
      return;
    }
    this.at = strings.skip(start);
    if (strings.lastCodeEscape > start) (this.noted ??= []).push(object, start);
  }

  private colon(): void {
    if (this.body[this.at] !== colon) {
      this.blank();
      if (this.body[this.at] !== colon) throw this.unexpected();
    }
    this.at++;
    this.blank();
  }

  /**
   * After a value: true if the closing bracket follows, false if a comma does. Moves behind it, and after a comma to the
   * next value.
   */
  private closes(bracket: number): boolean {
    let byte = this.body[this.at];
    if (byte !== comma && byte !== bracket) {
      this.blank();
      byte = this.body[this.at];
    }
    if (byte === bracket) {
      this.at++;
      return true;
    }
    if (byte !== comma) throw this.unexpected();
    this.at++;
    this.blank();
    return false;
  }

  private literal(word: string): void {
    for (let index = 1; index < word.length; index++) {
      this.at++;
      if (this.body[this.at] !== word.charCodeAt(index)) throw this.unexpected();
    }
    this.at++;
  }

  private number(): void {
    const { body } = this;
    if (body[this.at] === minus) this.at++;
    if (body[this.at] === zero) this.at++;
    else this.digits();
    if (body[this.at] === dot) {
      this.at++;
      this.digits();
    }
    const byte = body[this.at];
    if (byte === 0x65 || byte === 0x45) {
      this.at++;
      if (body[this.at] === 0x2b || body[this.at] === minus) this.at++;
      this.digits();
    }
  }

  private digits(): void {
    const { body } = this;
    const from = this.at;
    let at = from;
    for (let byte = body[at]; byte !== undefined && byte >= zero && byte <= nine;) byte = body[++at];
    this.at = at;
    if (at === from) throw this.unexpected();
  }
}
