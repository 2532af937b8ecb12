const quote = 0x22;
const backslash = 0x5c;

/** Byte range of one member of an object; `end` is exclusive. */
export interface Member {
  /** The decoded name if its bytes differ from it (escapes, non-ASCII), else undefined. */
  readonly decoded: string | undefined;
  /** Index of the name's opening quote. */
  readonly nameStart: number;
  /** Index after the name's closing quote. */
  readonly nameEnd: number;
  readonly start: number;
  readonly end: number;
}

/** The members of one JSON object, found without building values. Duplicates are kept in order. */
export class JsonObject {
  constructor(
    readonly body: Buffer,
    readonly members: readonly Member[],
    /** Where a first member would be inserted: directly after the opening brace. */
    readonly inside: number,
    /** True if several members have the same name. */
    readonly isRepeated = false,
    /**
     * Of a whole body: members that `noted-names.ts` lists or whose name contains a code escape, at any depth, as pairs of the
     * indexes of their object's opening brace and of their name's opening quote. Undefined if there are none.
     */
    readonly noted?: readonly number[] | undefined,
  ) {}

  /** The last member with that name, as in all common JSON parsers. */
  find(name: string): Member | undefined {
    for (let at = this.members.length - 1; at >= 0; at--) {
      const member = this.members[at];
      if (member && this.named(member, name)) return member;
    }
    return undefined;
  }

  nameOf({ decoded, nameStart, nameEnd }: Member): string {
    return decoded ?? this.body.toString('latin1', nameStart + 1, nameEnd - 1);
  }

  named(member: Member, name: string): boolean {
    if (member.decoded !== undefined) return member.decoded === name;
    const from = member.nameStart + 1;
    if (member.nameEnd - from - 1 !== name.length) return false;
    for (let at = 0; at < name.length; at++) if (this.body[from + at] !== name.charCodeAt(at)) return false;
    return true;
  }

  /** Builds the value of a member. */
  value(member: Member): unknown {
    switch (this.body[member.start]) {
      case 0x74:
        return true;
      case 0x66:
        return false;
      case 0x6e:
        return null;
      case quote:
        // Most strings are ASCII without escapes: their bytes are their text.
        if (isPlain(this.body, member.start, member.end)) {
          return this.body.toString('latin1', member.start + 1, member.end - 1);
        }
        return JSON.parse(this.text(member));
      default:
        return JSON.parse(this.text(member));
    }
  }

  /** True if the value's JSON text is exactly this one. */
  hasText(member: Member, text: string): boolean {
    if (text.length !== member.end - member.start) return this.text(member) === text;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 0x7f) return this.text(member) === text;
      if (this.body[member.start + at] !== code) return false;
    }
    return true;
  }

  /** The JSON text of a member's value. */
  text(member: Member): string {
    return this.body.toString('utf8', member.start, member.end);
  }

  /** First byte of a member's value, which identifies its type. */
  firstByte(member: Member): number {
    return this.body[member.start] ?? 0;
  }
}

/** True if the bytes of this string are its text: ASCII without escapes. */
export function isPlain(body: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = body[at] as number;
    if (byte > 0x7f || byte === backslash) return false;
  }
  return true;
}
