/**
 * The languages of readers. A further one is a line here, and texts in a file or folder of its code; docs/adding-a-language.md lists
 * them. Without imports of values, as `limits.ts`: the console reads this file too.
 */

interface LanguageFacts {
  /** In the language itself. */
  readonly name: string;
  /** BCP 47; in lower case, it names the texts of calendars and human checks. */
  readonly locale: string;
  /** Between two sentences. */
  readonly sentenceSpace: '' | ' ';
  /** Whose texts stand in for those that the language lacks. Languages without one have all texts. */
  readonly fallback?: string;
}

const languages = {
  zh: { name: '中文', locale: 'zh-CN', sentenceSpace: '' },
  en: { name: 'English', locale: 'en', sentenceSpace: ' ' },
  fr: { name: 'Français', locale: 'fr', sentenceSpace: ' ', fallback: 'en' },
} as const satisfies Readonly<Record<string, LanguageFacts>>;

export type Language = keyof typeof languages;
/** A language that has all texts. */
export type CompleteLanguage = {
  [L in Language]: (typeof languages)[L] extends { readonly fallback: string } ? never : L;
}[Language];

export const LANGUAGES = Object.keys(languages) as readonly Language[];

/** Of readers whose language is not known, and of sentences that are stored without a code. */
export const DEFAULT_LANGUAGE = 'zh' satisfies Language;
/** In which providers write their messages. */
export const PROVIDER_LANGUAGE = 'en' satisfies Language;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

export function factsOf(language: Language): LanguageFacts {
  return languages[language];
}

/** The language itself if it has all texts, else its fallback. */
export function completeLanguage(language: Language): CompleteLanguage {
  const facts = languages[language];
  // The members without a fallback are exactly the complete languages.
  return 'fallback' in facts ? facts.fallback : (language as CompleteLanguage);
}
