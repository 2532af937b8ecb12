/**
 * The longest beginning of the text that is within the limit, with an ellipsis if something is missing. Characters are never
 * split.
 * @param sizeOf what the limit counts; UTF-16 units by default
 */
export function shortened(
  text: string,
  limit: number,
  sizeOf: (candidate: string) => number = (candidate) => candidate.length,
): string {
  if (sizeOf(text) <= limit) return text;
  // Every character counts at least 1, so a longer beginning cannot be within the limit.
  const characters = Array.from(text.slice(0, limit + 1));
  let fits = 0;
  let tooLong = characters.length;
  while (tooLong - fits > 1) {
    const length = Math.floor((fits + tooLong) / 2);
    if (sizeOf(`${characters.slice(0, length).join('')}…`) <= limit) fits = length;
    else tooLong = length;
  }
  return `${characters.slice(0, fits).join('')}…`;
}

/** Size in UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
