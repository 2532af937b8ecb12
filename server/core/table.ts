/**
 * A table for keys that somebody else chose. It finds what it lists and nothing else: an object literal would also find
 * `constructor`, `toString` and `__proto__`.
 */
export function table<V>(entries: Readonly<Record<string, V>>): Readonly<Partial<Record<string, V>>> {
  return Object.assign(Object.create(null) as Record<string, V>, entries);
}
