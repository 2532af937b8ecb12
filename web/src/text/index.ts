import type { Language } from '#contract/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readText, writeText } from '../lib/browser/storage';
import { addErrorTexts } from './error-text';
import { setLogTexts } from './log-text';
import type { FirstTexts, Texts } from './texts';

export type { Language };

const KEY = 'i18nextLng';
/** Texts of the first pages; the remaining ones are loaded for the console. Only the active language is loaded. */
const FIRST: Record<Language, () => Promise<FirstTexts>> = {
  zh: async () => {
    const { first, errorTexts } = await import('./zh/first');
    addErrorTexts('zh', errorTexts);
    return first;
  },
  en: async () => {
    const { first, errorTexts } = await import('./en/first');
    addErrorTexts('en', errorTexts);
    return first;
  },
};
const ALL: Record<Language, () => Promise<Texts>> = {
  zh: async () => {
    const { zh, errorTexts } = await import('./zh');
    addErrorTexts('zh', errorTexts);
    return zh;
  },
  en: async () => {
    const { en, errorTexts, logTexts } = await import('./en');
    addErrorTexts('en', errorTexts);
    setLogTexts('en', logTexts);
    return en;
  },
};
const complete = new Map<Language, Promise<void>>();
/** Resolves when the first texts are available. */
export const textsStarted = new Promise<void>((resolve) => i18next.on('initialized', () => resolve()));

/** Starts in Chinese unless the user chose English; the browser's language is ignored. */
export async function startTexts(): Promise<void> {
  const language = currentLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await FIRST[language]() } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  apply(language);
}

export function currentLanguage(): Language {
  return (i18next.language || readText(KEY)) === 'en' ? 'en' : 'zh';
}

/** Loads the texts that are not among the first ones. A failed load is retried with the next page. */
export function loadAllTexts(language = currentLanguage()): Promise<void> {
  const pending = complete.get(language);
  if (pending) return pending;
  // The first page may call this before the first texts have loaded.
  const loading = Promise.all([ALL[language](), textsStarted]).then(
    ([texts]) => void i18next.addResourceBundle(language, 'translation', texts, true, true),
  );
  complete.set(language, loading);
  loading.catch(() => complete.delete(language));
  return loading;
}

let chosen: Language | undefined;

/** Stores the choice immediately, because the user may leave the page before the texts have loaded. */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language;
  writeText(KEY, language);
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await FIRST[language]());
  }
  if (complete.size > 0) await loadAllTexts(language);
  // Another language was selected in the meantime.
  if (chosen !== language) return;
  await i18next.changeLanguage(language);
  apply(language);
}

function apply(language: Language): void {
  document.documentElement.lang = language;
}
