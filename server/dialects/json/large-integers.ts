/** Strings, and integers with so many digits that a double may not hold them exactly. */
const STRING_OR_LARGE_INTEGER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d{16,}(?![\d.eE])/g;
const HAS_LARGE_INTEGER = /\d{16}/;

/** Parses JSON. Integers of 16 digits or more become strings, because numbers would lose digits. @throws SyntaxError */
export function parseLargeIntegers(json: string): unknown {
  if (!HAS_LARGE_INTEGER.test(json)) return JSON.parse(json);
  // A fraction such as 0.1234567890123456 must remain: the digits after its dot are no integer.
  return JSON.parse(
    json.replace(STRING_OR_LARGE_INTEGER, (found, at: number) =>
      found.startsWith('"') || /[\d.eE+]/.test(json[at - 1] ?? '') ? found : `"${found}"`,
    ),
  );
}

/** An id as text, whether it is sent as a string or as a number; '' for anything else. */
export function idText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : '';
}
