import {
  errorCodes,
  type ErrorCode,
  type ErrorParams,
  type ParameterizedErrorCode,
  type PlainErrorCode,
} from './codes.js';
import { compatible } from './compatible-messages.js';
import { en } from './en/index.js';
import { fr } from './fr/index.js';
import { fillText, type ErrorTexts, type ParamValues, type TextLanguage } from './text.js';
import { zh } from './zh/index.js';

interface ApiErrorOptions {
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
}

/** A code with the parameters that its texts need. */
type ErrorArguments =
  | [code: PlainErrorCode, params?: Record<never, never>, options?: ApiErrorOptions]
  | {
      [C in ParameterizedErrorCode]: [code: C, params: ErrorParams<C>, options?: ApiErrorOptions];
    }[ParameterizedErrorCode];

const texts: Readonly<Record<TextLanguage, ErrorTexts>> = { zh, en, fr };

/**
 * The only error class whose message is shown to clients. The code selects the HTTP status and the texts; the management
 * envelope or the client's relay protocol determines how they are presented.
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** HTTP status. Most management errors use 200 with `success: false`. */
  readonly status: number;
  /** Empty for most codes. */
  readonly params: ParamValues;
  /** Seconds after which the client may try again. */
  readonly retryAfterSeconds: number | undefined;

  constructor(...[code, params = {}, options]: ErrorArguments) {
    super(fillText(compatible.errors[code], params, compatible.rules), { cause: options?.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.params = params;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }

  /** The message in the given language; the message of the compatible API if no language is given. */
  messageIn(language: TextLanguage | undefined): string {
    if (language === undefined) return this.message;
    return errorText(this.code, this.params, language);
  }
}

/** The text of a code. @param params may have more members than the text needs */
export function errorText(code: ErrorCode, params: ParamValues, language: TextLanguage): string {
  const { errors, rules } = texts[language];
  return fillText(errors[code], params, rules);
}
