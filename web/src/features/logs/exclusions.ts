import type { Log } from './log.types';

export const QUICK_FIELDS = ['token_name', 'model_name', 'channel', 'username'] as const;
/** Columns whose values can be looked for, or left out, with a click. */
export type QuickField = (typeof QUICK_FIELDS)[number];

/** Rows with this value are not shown. */
export interface Exclusion {
  field: QuickField;
  value: string;
}

/** As the address keeps them: `field:value`, comma between. */
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

export function isExcluded(log: Log, exclusions: readonly Exclusion[]): boolean {
  return exclusions.some(({ field, value }) => String(log[field]) === value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An address somebody wrote by hand.
    return text;
  }
}
