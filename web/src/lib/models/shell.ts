/** A text as one word of a POSIX shell: inside single quotes, it takes every character literally except the quote itself. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
