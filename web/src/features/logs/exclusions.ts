import type { LogResponse } from '#contract/resources/logs/log';

export const QUICK_FIELDS = ['token_name', 'model_name', 'channel', 'username'] as const;
/** Columns whose values can be filtered for, or excluded, with a click. */
export type QuickField = (typeof QUICK_FIELDS)[number];

/** Hides rows with this value. */
export interface Exclusion {
  field: QuickField;
  value: string;
}

/** Format in the URL: comma-separated `field:value`. */
export function readExclusions(text: string): Exclusion[] {
  return text.split(',').flatMap((part) => {
    const [name, value] = part.split(':');
    const field = QUICK_FIELDS.find((each) => each === name);
    return field && value ? [{ field, value: decode(value) }] : [];
  });
}

export function writeExclusions(exclusions: readonly Exclusion[]): string {
  return exclusions.map(({ field, value }) => `${field}:${encodeURIComponent(value)}`).join(',');
}

export function isExcluded(log: LogResponse, exclusions: readonly Exclusion[]): boolean {
  return exclusions.some(({ field, value }) => String(log[field]) === value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A hand-written URL may contain invalid escapes.
    return text;
  }
}
