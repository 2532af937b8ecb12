/**
 * The part of a client's query that goes along to the upstream: the named parameters, as the client wrote them. Nothing
 * else does: a query may hold the client's own key, and what a provider makes of unknown parameters nobody knows.
 * @param path of the call, with its query
 * @returns with the question mark; '' when there is nothing
 */
export function forwardedQuery(path: string, names: readonly string[]): string {
  const at = path.indexOf('?');
  if (at === -1) return '';
  const kept = path
    .slice(at + 1)
    .split('&')
    .filter((part) => names.includes(nameOf(part)));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function nameOf(part: string): string {
  const name = part.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}
