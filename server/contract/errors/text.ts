import type { ErrorCode } from './codes.js';

/** Languages of texts for clients. */
export type TextLanguage = 'zh' | 'en';

/** The texts of one language. `{name}` is replaced by the parameter of that name. */
export type ErrorTexts = Readonly<Record<ErrorCode, string>>;

/** Parameters of an error as they are sent to clients. */
export type ParamValues = Readonly<Record<string, string | number>>;

/** Replaces `{name}` by the parameter of that name. */
export function fillText(text: string, params: ParamValues): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}
