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
  const known: Known = new Map();
  for (const path of paths.flat()) {
    let at = known;
    for (const name of path.split('.')) {
      const below = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
  return (value) => {
    const found: Record<string, number> = {};
    search(value, known, '', found, MAX_DEPTH);
    return Object.keys(found).length > 0 ? found : undefined;
  };
}

function search(
  value: unknown,
  known: Known | undefined,
  place: string,
  found: Record<string, number>,
  depth: number,
): void {
  if (!isRecord(value) || depth === 0) {
    for (const item of list(value).slice(0, MAX_ITEMS))
      if (isRecord(item)) search(item, known, place, found, depth);
    return;
  }
  for (const name of Object.keys(value)) {
    const member = value[name];
    const below = known?.get(name);
    if (typeof member === 'number') {
      if (below || !(member > 0)) continue;
      if (Object.keys(found).length === MAX_FOUND) return;
      found[`${place}${name}`] = member;
    } else if (typeof member === 'object' && member !== null && !below?.has(ALL)) {
      search(member, below, `${place}${name}.`, found, depth - 1);
    }
  }
}
