/**
 * The key in an `Authorization: Bearer sk-…` header as it is stored: without `sk-`, and without the channel that
 * administrators may add after a dash. '' when there is none.
 */
export function keyFromHeader(authorization: string | undefined): string {
  return bareKey((authorization ?? '').replace(/^bearer\s+/i, ''));
}

/** The same of a key as people write it. */
export function bareKey(text: string): string {
  return text.trim().replace(/^sk-/, '').split('-')[0] ?? '';
}
