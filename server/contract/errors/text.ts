import type { Language } from '../languages.js';
import type { ErrorCode } from './codes.js';
import { isInputRule, type RuleTexts } from './rules.js';

/** Languages of texts for clients. */
export type TextLanguage = Language;

/** The texts of one language; see `fillText` for their parameters. */
export interface ErrorTexts {
  readonly errors: Readonly<Record<ErrorCode, string>>;
  readonly rules: RuleTexts;
}

/** Parameters of an error as they are sent to clients. */
export type ParamValues = Readonly<Record<string, string | number>>;

/** Replaces `{name}` by the parameter of that name, and `{rule}` by the text of the rule that the parameter names. */
export function fillText(text: string, params: ParamValues, rules: RuleTexts): string {
  const { rule } = params;
  if (typeof rule !== 'string' || !isInputRule(rule)) return replace(text, params);
  return replace(text, { ...params, rule: replace(rules[rule], params).trim() });
}

function replace(text: string, params: ParamValues): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}
