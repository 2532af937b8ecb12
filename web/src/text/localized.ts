import type { Localized } from '#contract/fields';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { declaredLanguage } from './language';

const byLanguage = new Map<string, ReadonlyMap<string, string>>();

/** Adds what a language without a member of its own in such texts shows instead of their English. */
export function setDeclaredTexts(language: string, texts: Readonly<Record<string, string>>): void {
  byLanguage.set(language, new Map(Object.entries(texts)));
}

/** Selects the active language of texts that are declared in the complete languages. */
export function useLocalized(): (text: Localized) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback(
    (text) => byLanguage.get(language)?.get(text.en) ?? text[declaredLanguage()],
    [language],
  );
}
