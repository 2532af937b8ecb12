/** A token's group of this name is none: each request is served in the first of AutoGroups that can. */
export const AUTO_GROUP = 'auto';

interface Names {
  has(group: string): boolean;
}

/**
 * The groups of option AutoGroups that somebody may use, in its order.
 * @param own their own group, which needs neither to be open nor to have a ratio
 */
export function autoGroupsOf(
  groups: readonly string[],
  own: string,
  { usable, rated }: { usable: Names; rated: Names },
): string[] {
  return groups.filter((group) => group === own || (usable.has(group) && rated.has(group)));
}
