import { scanInner, scanObject } from './scan.js';
import { splice } from './splice.js';

const openObject = 0x7b;

/**
 * The body with one member of each name, in itself and in the objects that are its members: the last one, whose value the
 * gateway reads. A provider that reads the first one would get another value than was priced.
 */
export function withoutRepeats(body: Buffer): Buffer {
  const object = scanObject(body);
  const changes = new Map<string, string>();
  for (const member of object.members)
    if (object.firstByte(member) === openObject && scanInner(body, member.start).isRepeated)
      changes.set(object.nameOf(member), JSON.stringify(object.value(member)));
  return splice(object, changes);
}
