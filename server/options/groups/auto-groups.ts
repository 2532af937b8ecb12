export { AUTO_GROUP } from '../../contract/enums.js';

interface Names {
  has(group: string): boolean;
}

/**
 * The groups of the option AutoGroups that a user may use, in its order.
 * @param own the user's own group, which need not be selectable
 */
export function autoGroupsOf(
  groups: readonly string[],
  own: string,
  { usable, rated }: { usable: Names; rated: Names },
): string[] {
  return groups.filter((group) => rated.has(group) && (group === own || usable.has(group)));
}
