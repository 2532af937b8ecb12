/** Names for an account whose name is taken, in the order in which they are tried. */
export function otherNames(name: string, id: string): string[] {
  return [`${name}-${id}`, ...Array.from({ length: 20 }, (_, index) => `${name}-${id}-${index + 2}`)];
}
