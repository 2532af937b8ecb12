/** The names that contain the text: the whole name first, then those that begin with it. Case does not matter. */
export function bestNames(names: Iterable<string>, text: string, limit: number): string[] {
  const sought = text.toLowerCase();
  const rank = (name: string) => {
    const lower = name.toLowerCase();
    if (lower === sought) return 0;
    return lower.startsWith(sought) ? 1 : 2;
  };
  return [...names]
    .filter((name) => name.toLowerCase().includes(sought))
    .sort((one, other) => rank(one) - rank(other) || one.localeCompare(other))
    .slice(0, limit);
}
