/**
 * The languages of readers, each with its name in itself. The first is the default. Without imports of values, as `limits.ts`: the
 * console reads it too.
 */
export const LANGUAGE_NAMES = { zh: '中文', en: 'English' } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** Of readers whose language is not known. */
export const DEFAULT_LANGUAGE: Language = 'zh';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGE_NAMES, value);
}
