import type { Unread } from '../canonical/usage.js';
import { isRecord, list } from './lenient.js';

/** Bounds of what an upstream may make the gateway look at. */
const MAX_DEPTH = 4;
const MAX_ITEMS = 64;
const MAX_FOUND = 32;
/** Stands for everything below a member. */
const ALL = '*';

/** Members by name, each with those below it. */
type Known = Map<string, Known>;

type Found = Record<string, number>;

/**
 * Creates a search for the members of a usage object that its reader neither reads nor deliberately ignores and that have a
 * number above 0: a provider that adds a member may bill by it. Objects are small and parsed anyway, so that one pass over
 * their names costs less than looking for their shape in a cache.
 * @param paths known members, by place: `prompt_tokens_details.cached_tokens`; `cost_details.*` is everything below a member.
 *   Items of a list are at the place of the list
 */
export function unreadMembers(
  ...paths: readonly (readonly string[])[]
): (value: unknown) => Unread | undefined {
  const readPaths: Known = new Map();
  for (const path of paths.flat()) {
    let at = readPaths;
    for (const name of path.split('.')) {
      const below = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
  return (value) => search(value, readPaths, '', undefined, MAX_DEPTH);
}

/** @returns what was found so far, with what is unread below this place */
function search(
  value: unknown,
  readPaths: Known | undefined,
  place: string,
  before: Found | undefined,
  depth: number,
): Found | undefined {
  let found = before;
  if (!isRecord(value) || depth === 0) {
    for (const item of list(value).slice(0, MAX_ITEMS))
      if (isRecord(item)) found = search(item, readPaths, place, found, depth);
    return found;
  }
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (typeof member === 'number') {
      if (!(member > 0) || readPaths?.has(name)) continue;
      if (found && Object.keys(found).length === MAX_FOUND) return found;
      (found ??= {})[`${place}${name}`] = member;
    } else if (typeof member === 'object' && member !== null) {
      const below = readPaths?.get(name);
      if (!below?.has(ALL)) found = search(member, below, `${place}${name}.`, found, depth - 1);
    }
  }
  return found;
}
