/** Parses a JSON object; undefined for any other text. */
export function parseObject(text: string | null | undefined): Record<string, unknown> | undefined {
  if (!text) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // Invalid JSON is an expected input; callers report it beside the field.
    return undefined;
  }
}

/** Indents a JSON object or array; undefined for any other text. */
export function prettyJson(text: string): string | undefined {
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? JSON.stringify(value, null, 2) : undefined;
}

/** Parses JSON; undefined if the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is an expected input.
    return undefined;
  }
}
