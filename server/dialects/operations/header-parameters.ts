const PARAMETER = /\s*;\s*([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))/y;

/**
 * The parameters behind a header's first word (`; name="value"; …`), by lower-case name, as they are written.
 * Undefined when they cannot be read in one way only: two readers must not find different names in one head.
 * @param text from the first semicolon on, without blanks at its end
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
