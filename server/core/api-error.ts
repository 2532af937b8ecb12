import type { TextLanguage } from './http/language.js';
import { relayLanguages } from './text/relay-languages.js';
import { texts, type TextCode } from './text/index.js';

/**
 * The one error class whose text reaches clients. The code picks text and HTTP status from `core/text`;
 * the edge (management envelope, or the client's relay protocol) decides how both are shown.
 */
export class ApiError extends Error {
  /** HTTP status; management answers most refusals with 200 and `success: false`. */
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

  /** The text in a language the client stated; the usual one where there is no translation or none was stated. */
  messageIn(language: TextLanguage | undefined): string {
    const spoken: Partial<Record<string, Readonly<Record<TextLanguage, string>>>> = relayLanguages;
    const translated = language && spoken[this.code]?.[language];
    return translated === undefined ? this.message : fill(translated, this.parameters);
  }
}

function fill(text: string, parameters: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole));
}
