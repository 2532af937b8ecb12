import type { Localized } from '#contract/fields';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Selects the active language of texts that are declared in both languages. */
export function useLocalized(): (text: Localized) => string {
  const { i18n } = useTranslation();
  const language = i18n.language === 'en' ? 'en' : 'zh';
  return useCallback((text) => text[language], [language]);
}
