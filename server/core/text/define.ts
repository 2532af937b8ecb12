export interface Text {
  /** The message sent to clients; the console translates known Chinese texts. */
  readonly zh: string;
  /** HTTP status. */
  readonly status: number;
}

/** Defines the error texts of one feature. A plain string is a management error with HTTP 200 and `success: false`. */
export function defineTexts<const T extends Record<string, string | Text>>(
  given: T,
): { [K in keyof T]: Text } {
  const entries = Object.entries(given).map(([code, text]) => [
    code,
    typeof text === 'string' ? { zh: text, status: 200 } : text,
  ]);
  return Object.fromEntries(entries) as { [K in keyof T]: Text };
}
