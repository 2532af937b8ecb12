import { ApiError } from '../contract/errors/api-error.js';

type Scalar = string | number | boolean | null | undefined;

/**
 * Refuses an edit that would overwrite a change made since the editor read the row. Members that have the wanted value
 * already are no conflict.
 * @param current the locked row, as responses show it
 * @param target the new values by member
 * @param before the values that the editor displayed; '' stands for null. Members that are absent are not compared
 * @throws ApiError changed_meanwhile
 */
export function assertUnchangedSince(
  current: object,
  target: object,
  before: Readonly<Record<string, Scalar>> | undefined,
): void {
  const [now, then] = [valuesOf(current), valuesOf(target)];
  const changed = Object.entries(before ?? {}).filter(
    ([name, shown]) => !isSame(now.get(name), shown) && !isSame(now.get(name), then.get(name)),
  );
  if (changed.length > 0)
    throw new ApiError('changed_meanwhile', { fields: changed.map(([name]) => name).join(', ') });
}

function valuesOf(row: object): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(row));
}

function isSame(one: unknown, other: unknown): boolean {
  return (one ?? '') === (other ?? '');
}
