const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;

/**
 * Parses the parameters of a header (`; name="value"; …`) into a map by lower-case name. Escapes in values are kept.
 * Undefined if the header is ambiguous, for example with a duplicate name: two parsers must not find different names in it.
 * @param text from the first semicolon on, without trailing whitespace
 */
export function headerParameters(text: string): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>();
  const end = text.replace(/;$/, '').length;
  for (let at = 0; at < end;) {
    PARAMETER.lastIndex = at;
    const [whole = '', name = '', quoted, plain] = PARAMETER.exec(text) ?? [];
    const key = name.toLowerCase();
    if (whole === '' || found.has(key)) return undefined;
    found.set(key, quoted ?? plain ?? '');
    at += whole.length;
  }
  return found;
}
