import { JsonObject, type Member } from './object.js';

/** Up to this number of members, comparing names one by one is cheaper than a set of them. */
const COMPARED = 64;

/** Finds out whether an object repeats a name, at a cost of a few nanoseconds a member where it does not. */
export class SeenNames {
  isRepeated = false;
  /** A bit for each name, by its length and its ends: only a name whose bit is set may be a repeated one. */
  private bits = 0;
  private names: Set<string> | undefined;
  private readonly object: JsonObject;

  /** @param members of the object so far; the caller adds each after `add` */
  constructor(
    private readonly body: Buffer,
    private readonly members: readonly Member[],
  ) {
    this.object = new JsonObject(body, members, 0);
  }

  add(member: Member): void {
    const { decoded, nameStart, nameEnd } = member;
    if (this.isRepeated) return;
    if (this.members.length >= COMPARED) return this.addToSet(member);
    const { body } = this;
    const ends = (body[nameStart + 1] as number) * 3 + (body[nameEnd - 2] as number);
    const bit = 1 << (nameEnd - nameStart + ends);
    if (decoded !== undefined || (this.bits & bit) !== 0)
      this.isRepeated = this.object.find(this.object.nameOf(member)) !== undefined;
    // The bytes of an escaped name say nothing about the name, so from then on every member is compared.
    this.bits |= decoded === undefined ? bit : -1;
  }

  private addToSet(member: Member): void {
    const names = (this.names ??= new Set(this.members.map((one) => this.object.nameOf(one))));
    const name = this.object.nameOf(member);
    this.isRepeated = names.has(name);
    names.add(name);
  }
}
