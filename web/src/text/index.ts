import dayjs from 'dayjs';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readText, writeText } from '../lib/storage';
import { setServerTexts } from './server-messages';
import type { Texts } from './texts';

export type Language = 'zh' | 'en';

const KEY = 'i18nextLng';
const LOADERS: Record<Language, () => Promise<Texts>> = {
  zh: async () => (await import('./zh')).zh,
  en: async () => {
    const { en, server } = await import('./en');
    setServerTexts(server);
    return en;
  },
};

/** Chinese unless the person chose English: the browser is not asked. Only the language in use is loaded. */
export async function startTexts(): Promise<void> {
  const language: Language = readText(KEY) === 'en' ? 'en' : 'zh';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await LOADERS[language]() } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  apply(language);
}

export function currentLanguage(): Language {
  return i18next.language === 'en' ? 'en' : 'zh';
}

export async function setLanguage(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await LOADERS[language]());
  }
  await i18next.changeLanguage(language);
  writeText(KEY, language);
  apply(language);
}

function apply(language: Language): void {
  document.documentElement.lang = language;
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en');
}
