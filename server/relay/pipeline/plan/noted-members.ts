import type { JsonObject } from '../../../dialects/json/object.js';
import { scanInner } from '../../../dialects/json/scan.js';

export const QUOTE = 0x22;
export const OPEN_OBJECT = 0x7b;
const backslash = 0x5c;
const colon = 0x3a;
const blank = 0x20;
/** Bytes of a text that are read: enough for the size of an image in base64. */
const HEAD = 96 * 1024;

/** A text of which only the beginning was read. */
export interface LongText {
  readonly head: string;
  /** Of all of it, in bytes. */
  readonly length: number;
}

/** Reads noted members of a body and the objects around them; see `JsonObject.noted`. */
export class NotedMembers {
  /** Bytes that may still be read again: objects may lie inside each other, so that each byte may be read several times. */
  private bytesLeft: number;
  /** True if an object that was read repeats a name, so that two parsers may read different values. */
  isAmbiguous = false;

  constructor(private readonly body: Buffer) {
    this.bytesLeft = 2 * body.length + HEAD;
  }

  /** True once reading on would take too long. */
  get isExhausted(): boolean {
    return this.bytesLeft < 0;
  }

  /** The decoded name of a member and the index of its value. @param start index of the name's opening quote */
  read(start: number): [name: string, value: number] {
    const { body } = this;
    let end = start + 1;
    while (body[end] !== QUOTE) end += body[end] === backslash ? 2 : 1;
    const text = body.toString('utf8', start, end + 1);
    let value = end + 1;
    while ((body[value] as number) <= blank || body[value] === colon) value++;
    return [text.includes('\\') ? String(JSON.parse(text)) : text.slice(1, -1), value];
  }

  /** The object that begins at `start`. */
  objectAt(start: number): JsonObject {
    const object = scanInner(this.body, start);
    this.bytesLeft -= (object.members.at(-1)?.end ?? start) - start + 16;
    this.isAmbiguous ||= object.isRepeated;
    return object;
  }
}

/** A member's text, of long ones the beginning; undefined for other values. */
export function textOf(object: JsonObject, name: string): string | undefined {
  return longTextOf(object, name)?.head;
}

/** The same with the length of the whole text. */
export function longTextOf(object: JsonObject, name: string): LongText | undefined {
  const member = object.find(name);
  if (!member || object.firstByte(member) !== QUOTE) return undefined;
  const length = member.end - member.start - 2;
  if (length <= HEAD) return { head: String(object.value(member)), length };
  return { head: object.body.toString('latin1', member.start + 1, member.start + HEAD), length };
}
