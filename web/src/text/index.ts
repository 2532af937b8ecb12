import type { RemedyTexts } from '#contract/errors/remedies/remedy';
import type { RuleTexts } from '#contract/errors/rules';
import { completeLanguage, type Language } from '#contract/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { writeText } from '../lib/browser/storage';
import { addErrorTexts } from './error-text';
import { currentLanguage, LANGUAGE_KEY } from './language';
import { setDeclaredTexts } from './localized';
import { type LogTexts, setLogTexts } from './log-text';
import type { SomeTexts } from './texts';

export { currentLanguage, declaredLanguage } from './language';

interface ErrorTexts {
  readonly errors: Readonly<Record<string, string>>;
  readonly rules: RuleTexts;
  readonly remedies?: RemedyTexts;
}

/** The texts of the first pages in one language. */
interface FirstModule {
  readonly first: SomeTexts;
  readonly errorTexts: ErrorTexts;
}

/** All texts of one language. */
interface AllModule {
  readonly texts: SomeTexts;
  readonly errorTexts: ErrorTexts;
  /** Absent where the sentences that the server stores are shown as they are. */
  readonly logTexts?: LogTexts;
  /** By English text, for texts that the server declares in the complete languages alone. */
  readonly declared?: Readonly<Record<string, string>>;
}

/** Texts of the first pages; the remaining ones are loaded for the console. Each folder is a language; only the active one is loaded. */
const FIRST = import.meta.glob<FirstModule>('./*/first.ts');
const ALL = import.meta.glob<AllModule>('./*/index.ts');

const complete = new Map<Language, Promise<void>>();
/** Resolves when the first texts are available. */
export const textsStarted = new Promise<void>((resolve) => i18next.on('initialized', () => resolve()));

/** Starts in Chinese unless the user chose another language; the browser's language is ignored. */
export async function startTexts(): Promise<void> {
  const language = currentLanguage();
  const [own, fallback] = await firstModules(language);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: (fallback ?? own).first } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  if (fallback) i18next.addResourceBundle(language, 'translation', own.first, true, true);
  apply(language);
}

/** The modules of a language and, if it is not complete, of its fallback. */
function modulesOf<M>(modules: Record<string, () => Promise<M>>, file: string, language: Language) {
  const load = (code: string) => {
    const module = modules[`./${code}/${file}.ts`];
    if (!module) throw new Error(`no texts in ${code}`);
    return module();
  };
  const fallback = completeLanguage(language);
  return Promise.all([load(language), fallback === language ? undefined : load(fallback)]);
}

async function firstModules(language: Language) {
  const [own, fallback] = await modulesOf(FIRST, 'first', language);
  for (const module of [fallback, own]) if (module) addErrorTexts(language, module.errorTexts);
  return [own, fallback] as const;
}

/** Texts with those of the fallback below them. */
function addTexts(language: Language, own: SomeTexts, fallback: SomeTexts | undefined): void {
  for (const texts of [fallback, own])
    if (texts) i18next.addResourceBundle(language, 'translation', texts, true, true);
}

/** Loads the texts that are not among the first ones. A failed load is retried with the next page. */
export function loadAllTexts(language = currentLanguage()): Promise<void> {
  const pending = complete.get(language);
  if (pending) return pending;
  // The first page may call this before the first texts have loaded.
  const loading = Promise.all([modulesOf(ALL, 'index', language), textsStarted]).then(([[own, fallback]]) => {
    for (const module of [fallback, own]) if (module) addErrorTexts(language, module.errorTexts);
    if (own.logTexts) setLogTexts(language, own.logTexts);
    if (own.declared) setDeclaredTexts(language, own.declared);
    addTexts(language, own.texts, fallback?.texts);
  });
  complete.set(language, loading);
  loading.catch(() => complete.delete(language));
  return loading;
}

let chosen: Language | undefined;

/** Stores the choice immediately, because the user may leave the page before the texts have loaded. */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language;
  writeText(LANGUAGE_KEY, language);
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const [own, fallback] = await firstModules(language);
    addTexts(language, own.first, fallback?.first);
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
