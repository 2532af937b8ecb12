import i18next from 'i18next';
import type { InputRule, RuleTexts } from '#contract/errors/rules';
import type { RemedyTexts } from '#contract/errors/remedies/remedy';
import { fillText, type ParamValues } from '#contract/errors/text';
import { logText } from './log-text';

/** Texts of error codes in one language, which are loaded in parts. */
interface CodeTexts {
  readonly errors: Readonly<Record<string, string>>;
  readonly rules: RuleTexts | undefined;
  readonly remedies: RemedyTexts | undefined;
}

/** The members of a failed answer that name its error. */
interface ServerError {
  readonly message: string;
  /** Absent in answers of proxies and older servers. */
  readonly code?: string | undefined;
  readonly params?: ParamValues | undefined;
}

const byLanguage = new Map<string, CodeTexts>();

/** Adds texts to those of the language. */
export function addErrorTexts(language: string, { errors, rules, remedies }: Partial<CodeTexts>): void {
  const before = byLanguage.get(language);
  byLanguage.set(language, {
    errors: { ...before?.errors, ...errors },
    rules: rules ?? before?.rules,
    remedies: remedies ?? before?.remedies,
  });
}

/** What explains and ends errors, in the console's language; undefined until the texts of the console are loaded. */
export function remedyTexts(): RemedyTexts | undefined {
  return byLanguage.get(i18next.language)?.remedies;
}

/** The text of a server's error in the console's language; the server's message if the code is unknown here. */
export function errorText({ message, code = '', params = {} }: ServerError): string {
  const texts = byLanguage.get(i18next.language);
  // Codes come from stored rows too, which may name a member of all objects.
  const text = texts && Object.hasOwn(texts.errors, code) ? texts.errors[code] : undefined;
  return texts?.rules === undefined || text === undefined
    ? message
    : fillText(text, translated(params), texts.rules);
}

/** The text of a broken rule of a form in the console's language. @param field label of the field */
export function ruleText(rule: InputRule, field: string): string {
  const rules = byLanguage.get(i18next.language)?.rules;
  return rules === undefined ? field : fillText('{rule}', { field, rule }, rules);
}

/** Amounts in parameters are texts that the server also stores, in Chinese. */
function translated(params: ParamValues): ParamValues {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? logText(value) : value]),
  );
}
