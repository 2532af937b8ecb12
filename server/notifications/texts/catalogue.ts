import type { Language } from '../../contract/languages.js';
import { filled, partsOf, type ParamNames } from '../../contract/stored-texts/stored-text.js';
import { en } from './en.js';
import { fr } from './fr.js';
import { zh } from './zh.js';

/** Texts of one language. Lines of mails are paragraphs. */
export type NoticeTexts = Readonly<Record<NoticeCode, string>>;

/** Every text that the gateway sends to readers, by its language. */
const texts: Readonly<Record<Language, NoticeTexts>> = { zh, en, fr };

type NoticeCode = keyof typeof zh;
type NoticeParams<C extends NoticeCode> = Readonly<Record<ParamNames<(typeof zh)[C]>, string | number>>;
type ParamsOf<C extends NoticeCode> = keyof NoticeParams<C> extends never ? [] : [params: NoticeParams<C>];

/** A text with its parameters. Parameters in HTML have to be escaped. */
export function noticeText<C extends NoticeCode>(
  language: Language,
  code: C,
  ...[params]: ParamsOf<C>
): string {
  const values: Readonly<Record<string, string | number>> = params ?? {};
  // The compiler checks that no parameter is absent.
  return filled(partsOf(texts[language][code]), (name) => String(values[name] ?? '')) ?? '';
}

/** A text without its parameters, for a sender that places them itself. */
export function noticeTemplate(language: Language, code: NoticeCode): string {
  return texts[language][code];
}
