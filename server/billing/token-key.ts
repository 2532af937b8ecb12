/**
 * The key of an `Authorization: Bearer sk-…` header as it is stored: without `sk-`, and without the channel id that
 * administrators may append after a dash. '' without a key.
 */
export function keyFromHeader(authorization: string | undefined): string {
  return bareKey((authorization ?? '').replace(/^bearer\s+/i, ''));
}

/** Normalizes a key entered by a user in the same way. */
export function bareKey(text: string): string {
  return text.trim().replace(/^sk-/, '').split('-')[0] ?? '';
}
