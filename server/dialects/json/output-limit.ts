import { scanObject } from './scan.js';
import { splice } from './splice.js';

/**
 * Limits the output tokens of a body to at most `limit`. Smaller limits of the client and all other bytes stay unchanged.
 * @param names members that may hold the limit; the first is added when none is present
 */
export function limitMembers(body: Buffer, names: readonly [string, ...string[]], limit: number): Buffer {
  const object = scanObject(body);
  const changes = new Map<string, string>();
  let found = false;
  for (const name of names) {
    const member = object.find(name);
    const value = member && object.value(member);
    if (value === undefined || value === null) continue;
    found = true;
    if (typeof value !== 'number' || value > limit || value <= 0) changes.set(name, String(limit));
  }
  if (!found) changes.set(names[0], String(limit));
  return splice(object, changes);
}
