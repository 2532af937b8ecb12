/** Members that differ, before and after, as details of an entry of the audit log. Neither may be secret. */
export function differences<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const some = (of: T) => Object.fromEntries(names.map((name) => [name, of[name]])) as Partial<T>;
  return { before: some(before), after: some(after) };
}
