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
  type StoredTextLanguage,
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

const compiled: Readonly<Record<StoredTextLanguage, ReadonlyMap<string, readonly string[]>>> = {
  zh: compile('zh'),
  en: compile('en'),
};

function compile(language: StoredTextLanguage): ReadonlyMap<string, readonly string[]> {
  const entries: [string, TextTemplates][] = Object.entries(storedTexts);
  return new Map(entries.map(([code, templates]) => [code, partsOf(templates[language])]));
}

/** @returns undefined if the code of the text, or that of a parameter, is unknown to this release */
export function textIn(language: StoredTextLanguage, { code, params }: StoredText): string | undefined {
  const parts = compiled[language].get(code);
  return parts && filled(parts, (name) => valueIn(language, params?.[name]));
}

function valueIn(language: StoredTextLanguage, value: StoredValue | undefined): string | undefined {
  return typeof value === 'object' ? textIn(language, value) : String(value ?? '');
}

/** The sentence that text columns of the compatible API have. */
export function chineseText(text: StoredText): string {
  return textIn('zh', text) ?? text.code;
}
