export interface Text {
  /** What clients read; the console translates known Chinese texts (spec/management-api.md 1.8). */
  readonly zh: string;
  /** HTTP status. */
  readonly status: number;
}

/** Texts of one feature. A plain string is a management refusal: HTTP 200 with `success: false`. */
export function defineTexts<const T extends Record<string, string | Text>>(
  given: T,
): { [K in keyof T]: Text } {
  const entries = Object.entries(given).map(([code, text]) => [
    code,
    typeof text === 'string' ? { zh: text, status: 200 } : text,
  ]);
  return Object.fromEntries(entries) as { [K in keyof T]: Text };
}
