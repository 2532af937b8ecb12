import type { CostMovement } from '../../contract/resources/costs/costs.js';

/** Movements that are listed. */
export const LISTED_MOVEMENTS = 10;

/**
 * The values with the greatest part in the change since the period before, and the sum of all others (`key` null), so that all add up
 * to the change.
 * @param changes `key` null: a sum of others already
 */
export function movementsOf(changes: readonly CostMovement[]): CostMovement[] {
  const moved = changes
    .filter(({ key, now, before }) => key !== null && now !== before)
    .toSorted(
      (a, b) =>
        Math.abs(b.now - b.before) - Math.abs(a.now - a.before) || (String(a.key) < String(b.key) ? -1 : 1),
    );
  const listed = moved.slice(0, LISTED_MOVEMENTS);
  const isListed = new Set(listed);
  const others = changes
    .filter((change) => !isListed.has(change))
    .reduce((sum, { now, before }) => ({ now: sum.now + now, before: sum.before + before }), {
      now: 0,
      before: 0,
    });
  return others.now === others.before ? listed : [...listed, { key: null, ...others }];
}
