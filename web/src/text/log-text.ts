import i18next from 'i18next';
import type { StoredText } from '#contract/stored-texts/stored-text';

/** Texts that the server stores, in one language. */
export interface LogTexts {
  /** @returns undefined for a code that is unknown here */
  readonly ofCode: (text: StoredText) => string | undefined;
  /** A Chinese sentence, in rows without a code; unknown ones are returned unchanged. */
  readonly ofSentence: (sentence: string) => string;
}

const byLanguage = new Map<string, LogTexts>();

export function setLogTexts(language: string, texts: LogTexts): void {
  byLanguage.set(language, texts);
}

/** A Chinese sentence that the server stored, in the language of the console. Other texts are returned unchanged. */
export function logText(sentence: string): string {
  return byLanguage.get(i18next.language)?.ofSentence(sentence) ?? sentence;
}

/**
 * The same for a text that was stored with its code, unless its row is old or imported. The Chinese console shows the
 * sentence itself.
 */
export function codedText(sentence: string, stored: StoredText | undefined): string {
  const text = stored && byLanguage.get(i18next.language)?.ofCode(stored);
  return text ?? logText(sentence);
}
