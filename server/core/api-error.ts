import type { TextLanguage } from './http/language.js';
import { relayLanguages } from './text/relay-languages.js';
import { texts, type TextCode } from './text/index.js';

/**
 * The only error class whose message is shown to clients. The code selects the text and HTTP status from `core/text`;
 * the management envelope or the client's relay protocol determines how both are presented.
 */
export class ApiError extends Error {
  /** HTTP status. Most management errors use 200 with `success: false`. */
  readonly status: number;

  constructor(
    readonly code: TextCode,
    readonly parameters: Readonly<Record<string, string | number>> = {},
    options?: { readonly cause?: unknown; readonly retryAfterSeconds?: number },
  ) {
    const text: { zh: string; status: number } = texts[code];
    super(fill(text.zh, parameters), { cause: options?.cause });
    this.status = text.status;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  readonly retryAfterSeconds: number | undefined;

  /** The message in the given language; the default message if no language is given or no translation exists. */
  messageIn(language: TextLanguage | undefined): string {
    const spoken: Partial<Record<string, Readonly<Record<TextLanguage, string>>>> = relayLanguages;
    const translated = language && spoken[this.code]?.[language];
    return translated === undefined ? this.message : fill(translated, this.parameters);
  }
}

function fill(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}
