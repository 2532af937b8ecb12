/** A LIKE pattern that finds `text` anywhere, with the wildcards in it taken literally. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** A LIKE pattern for text that begins with `text`, with the wildcards in it taken literally. */
export function beginningWith(text: string): string {
  return `${literal(text)}%`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
