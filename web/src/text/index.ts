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
import type { TextPart } from './text-parts';
import type { SomeTexts } from './texts';

export { currentLanguage, declaredLanguage } from './language';
export type { TextPart } from './text-parts';

interface ErrorTexts {
  readonly errors: Readonly<Record<string, string>>;
  readonly rules: RuleTexts;
  readonly remedies?: RemedyTexts;
}

/** The texts of the first pages in one language. */
interface FirstModule {
  readonly first: SomeTexts;
  readonly rules: RuleTexts;
}

/** What the pages of the console share, in one language. */
interface ConsoleModule {
  readonly texts: SomeTexts;
  /** Absent where the sentences that the server stores are shown as they are. */
  readonly logTexts?: LogTexts;
  /** By English text, for texts that the server declares in the complete languages alone. */
  readonly declared?: Readonly<Record<string, string>>;
}

/** Texts of the first pages, and what the console needs besides. Each folder is a language; only the active one is loaded. */
const FIRST = import.meta.glob<FirstModule>('./*/first.ts');
const CONSOLE = import.meta.glob<ConsoleModule>('./*/console.ts');
const PROBLEMS = import.meta.glob<{ readonly errorTexts: ErrorTexts }>('./*/problems.ts');
const FAILURES = import.meta.glob<Pick<ErrorTexts, 'errors'>>('./*/failures.ts');
/** Name of what the pages of the console share, among the parts. */
const SHARED = 'console';
/** Name of the texts of failures of the management API, among the parts. */
const FAILED = 'failures';

const loads = new Map<string, Promise<void>>();
/** What a change of the language has to load. */
const wanted = new Set<string>();
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
  for (const module of [fallback, own]) if (module) addErrorTexts(language, module);
  return [own, fallback] as const;
}

/** Texts with those of the fallback below them. */
function addTexts(language: Language, own: SomeTexts, fallback: SomeTexts | undefined): void {
  for (const texts of [fallback, own])
    if (texts) i18next.addResourceBundle(language, 'translation', texts, true, true);
}

/**
 * Loads the texts of features and what the console shares, unless they are there.
 *
 * @param parts folders below `features`; a screen lists those of everything that it can show
 * @throws if the files cannot be loaded; a further call loads them again
 */
export async function loadTexts(parts: readonly TextPart[], language = currentLanguage()): Promise<void> {
  for (const part of [SHARED, ...parts]) wanted.add(part);
  await Promise.all([SHARED, ...parts].map((part) => loadOnce(part, language)));
}

function loadOnce(part: string, language: Language): Promise<void> {
  const name = `${language}/${part}`;
  const pending = loads.get(name);
  if (pending) return pending;
  const loading = loaderOf(part)(language);
  loads.set(name, loading);
  loading.catch(() => loads.delete(name));
  return loading;
}

function loaderOf(part: string): (language: Language) => Promise<void> {
  if (part === SHARED) return loadShared;
  if (part === 'problems') return loadProblems;
  if (part === FAILED) return loadFailed;
  return (language) => loadPart(part, language);
}

async function loadProblems(language: Language): Promise<void> {
  const [[own, fallback]] = await Promise.all([modulesOf(PROBLEMS, 'problems', language), textsStarted]);
  for (const module of [fallback, own]) if (module) addErrorTexts(language, module.errorTexts);
}

async function loadFailed(language: Language): Promise<void> {
  const [[own, fallback]] = await Promise.all([modulesOf(FAILURES, 'failures', language), textsStarted]);
  for (const module of [fallback, own]) if (module) addErrorTexts(language, module);
}

/** Loads what failures of the management API are called. Without it, they have the server's words. */
export async function loadFailureTexts(): Promise<void> {
  wanted.add(FAILED);
  await loadOnce(FAILED, currentLanguage()).catch((problem: unknown) => console.warn(problem));
}

async function loadShared(language: Language): Promise<void> {
  // The first page may call this before the first texts have loaded.
  wanted.add(FAILED);
  const [[own, fallback]] = await Promise.all([
    modulesOf(CONSOLE, 'console', language),
    textsStarted,
    // Pages also show failures that were stored.
    loadOnce(FAILED, language),
  ]);
  if (own.logTexts) setLogTexts(language, own.logTexts);
  if (own.declared) setDeclaredTexts(language, own.declared);
  addTexts(language, own.texts, fallback?.texts);
}

/** A language that is not complete has its texts of all features in one file, the shared one. */
async function loadPart(part: string, language: Language): Promise<void> {
  const code = completeLanguage(language);
  // The list of their files is long, and the pages for visitors load none.
  const [texts] = await Promise.all([
    import('./part-files').then(({ textsOfPart }) => textsOfPart(part, code)),
    loadOnce(SHARED, language),
  ]);
  // Without replacing what is there: the texts of the language itself.
  i18next.addResourceBundle(language, 'translation', { ...texts }, true, code === language);
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
  await Promise.all(Array.from(wanted, (part) => loadOnce(part, language)));
  // Another language was selected in the meantime.
  if (chosen !== language) return;
  await i18next.changeLanguage(language);
  apply(language);
}

function apply(language: Language): void {
  document.documentElement.lang = language;
}
