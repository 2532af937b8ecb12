import { completeLanguage, type CompleteLanguage, type Language } from '../languages.js';
import { accountTexts } from './accounts.js';
import { amountTexts } from './amounts.js';
import { channelTexts } from './channels.js';
import { managementTexts } from './management.js';
import { nameTexts } from './names.js';
import {
  filled,
  partsOf,
  type ParamNames,
  type StoredText,
  type StoredValue,
  type TextTemplates,
} from './stored-text.js';
import { taskTexts } from './tasks.js';

/**
 * Every text that the server stores, by its code. Rows have the codes, so they do not change; neither do the Chinese
 * templates, by which rows without a code are recognised. A changed text gets a new code.
 */
export const storedTexts = {
  ...amountTexts,
  ...accountTexts,
  ...managementTexts,
  ...taskTexts,
  ...channelTexts,
  ...nameTexts,
} as const;

export type StoredTextCode = keyof typeof storedTexts;
type Params<C extends StoredTextCode> = Readonly<
  Record<ParamNames<(typeof storedTexts)[C]['zh']>, StoredValue>
>;
/** The parameters of a code; none for a text without. */
type ParamsOf<C extends StoredTextCode> = keyof Params<C> extends never ? [] : [params: Params<C>];

/** A text to store. */
export function storedText<C extends StoredTextCode>(code: C, ...[params]: ParamsOf<C>): StoredText {
  return params === undefined ? { code } : { code, params };
}

/** Texts in a language that is no member of the templates, and need not have all of them. */
export type FurtherTexts = Readonly<Partial<Record<StoredTextCode, string>>>;

const compiled: Readonly<Record<CompleteLanguage, ReadonlyMap<string, readonly string[]>>> = {
  zh: compile('zh'),
  en: compile('en'),
};

function compile(language: CompleteLanguage): ReadonlyMap<string, readonly string[]> {
  const entries: [string, TextTemplates][] = Object.entries(storedTexts);
  return new Map(entries.map(([code, templates]) => [code, partsOf(templates[language])]));
}

/**
 * @param further texts of a language that is not complete: those that it lacks are in its fallback
 * @returns undefined if the code of the text, or that of a parameter, is unknown to this release
 */
export function textIn(
  language: Language,
  { code, params }: StoredText,
  further: FurtherTexts = {},
): string | undefined {
  const own = templateIn(further, code);
  const parts = own === undefined ? compiled[completeLanguage(language)].get(code) : partsOf(own);
  return (
    parts &&
    filled(parts, (name) => {
      const value = params?.[name];
      return typeof value === 'object' ? textIn(language, value, further) : String(value ?? '');
    })
  );
}

/** @param code of any release */
export function templateIn(further: FurtherTexts, code: string): string | undefined {
  return Object.hasOwn(further, code) ? further[code as StoredTextCode] : undefined;
}

/** The sentence that text columns of the compatible API have. */
export function chineseText(text: StoredText): string {
  return textIn('zh', text) ?? text.code;
}
