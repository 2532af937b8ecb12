import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readText, writeText } from '../lib/storage';
import { setServerTexts } from './server-messages';
import type { FirstTexts, Texts } from './texts';

export type Language = 'zh' | 'en';

const KEY = 'i18nextLng';
/** A visit begins with what the first pages say; the console proper needs all. Only the language in use is loaded. */
const FIRST: Record<Language, () => Promise<FirstTexts>> = {
  zh: async () => {
    const { first, server } = await import('./zh/first');
    setServerTexts('zh', server);
    return first;
  },
  en: async () => {
    const { first, server } = await import('./en/first');
    setServerTexts('en', server);
    return first;
  },
};
const ALL: Record<Language, () => Promise<Texts>> = {
  zh: async () => (await import('./zh')).zh,
  en: async () => (await import('./en')).en,
};
const complete = new Map<Language, Promise<void>>();
/** From then on there are words. */
export const textsStarted = new Promise<void>((resolve) => i18next.on('initialized', () => resolve()));

/** Chinese unless the person chose English: the browser is not asked. */
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

/** Before anything is shown that is not among the first texts. One that failed is tried again with the next page. */
export function loadAllTexts(language = currentLanguage()): Promise<void> {
  const known = complete.get(language);
  if (known) return known;
  // The first page asks for its texts while the first texts are still on their way.
  const loading = Promise.all([ALL[language](), textsStarted]).then(
    ([texts]) => void i18next.addResourceBundle(language, 'translation', texts, true, true),
  );
  complete.set(language, loading);
  loading.catch(() => complete.delete(language));
  return loading;
}

let chosen: Language | undefined;

/** Remembered at once: the page may be left while the texts are still on their way. */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language;
  writeText(KEY, language);
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await FIRST[language]());
  }
  if (complete.size > 0) await loadAllTexts(language);
  // The other one was chosen meanwhile.
  if (chosen !== language) return;
  await i18next.changeLanguage(language);
  apply(language);
}

function apply(language: Language): void {
  document.documentElement.lang = language;
}
