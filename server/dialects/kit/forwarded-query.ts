/**
 * The part of a client's query string that is forwarded upstream: the named parameters, exactly as the client sent
 * them. Other parameters are dropped, because the query may contain the client's key and providers may react to unknown
 * parameters.
 * @param path path of the call including its query
 * @param names names of the parameters to forward
 * @returns the query with its question mark, or '' if nothing is forwarded
 */
export function forwardedQuery(path: string, names: readonly string[]): string {
  const at = path.indexOf('?');
  if (at === -1) return '';
  const parameters = path
    .slice(at + 1)
    .split('&')
    .filter((part) => names.includes(nameOf(part)));
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}

function nameOf(part: string): string {
  const name = part.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return '';
  }
}

/** `encodeURIComponent` for texts of clients, which can contain halves of surrogate pairs: these are replaced by U+FFFD. */
export function urlEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
