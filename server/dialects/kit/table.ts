/**
 * A lookup table for keys from outside. It has no prototype: an object literal would also find `constructor`,
 * `toString` and `__proto__`.
 */
export function table<V>(entries: Readonly<Record<string, V>>): Readonly<Partial<Record<string, V>>> {
  return Object.assign(Object.create(null) as Record<string, V>, entries);
}
