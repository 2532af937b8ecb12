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

/** The same object with indentation; undefined when it is none. */
export function prettyJson(text: string): string | undefined {
  const value = parseObject(text);
  return value && JSON.stringify(value, null, 2);
}
