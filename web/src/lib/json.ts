/** An object from JSON text; undefined when the text is anything else. */
export function parseObject(text: string | null | undefined): Record<string, unknown> | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Not JSON is an answer here, not a failure: callers say so beside the field.
    return undefined;
  }
}

/** The same object or list with indentation; undefined when it is neither. */
export function prettyJson(text: string): string | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : undefined;
}

/** Whatever the text says; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an answer here too.
    return undefined;
  }
}
