import { call } from '../api/api';

type Scalar = string | number | boolean;

/** An edit of a row: the changed members, with the values that the editor displayed. */
export type Edit<T extends object> = Partial<T> & { before?: Readonly<Record<string, Scalar>> };

/** The members of `now` that differ from `then`. */
export function changedMembers<T extends object>(then: T, now: T): Partial<T> {
  const changed = { ...now };
  for (const name in now) if (now[name] === then[name]) delete changed[name];
  return changed;
}

/**
 * Adds the displayed values of the changed members, so that the server refuses to overwrite what someone else has
 * changed meanwhile.
 * @param shown the row as it was loaded; null members count as ''
 */
export function withBefore<T extends object>(changed: T, shown: object): Edit<T> {
  const before = new Map<string, Scalar>();
  const values = new Map<string, unknown>(Object.entries(shown));
  for (const name of Object.keys(changed)) {
    const value = values.get(name) ?? '';
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      before.set(name, value);
  }
  return before.size === 0 ? changed : { ...changed, before: Object.fromEntries(before) };
}

/** True if the edit changes nothing, so that there is nothing to send. */
export function isEmptyEdit(edit: object): boolean {
  return Object.keys(edit).length === 0;
}

/**
 * Sends an edit. A server of the previous release, which does not know `before`, refuses it instead of taking absent
 * members for empty ones.
 */
export function sendEdit<T>(path: string, edit: object) {
  return call<T>('PUT', path, { body: edit, strict: true });
}
