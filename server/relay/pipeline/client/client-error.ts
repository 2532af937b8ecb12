import type { TextLanguage } from '../../../contract/errors/text.js';
import { PROVIDER_LANGUAGE } from '../../../contract/languages.js';
import { clientCodes } from '../../../contract/errors/client-codes.js';
import { preferredLanguage } from '../../../core/http/languages/preferred-language.js';
import { ApiError, errorText } from '../../../contract/errors/api-error.js';
import { UpstreamError, type UpstreamFailure } from '../../../dialects/canonical/failure.js';
import type { ClientError, Protocol } from '../../../dialects/protocols/protocol.js';
import { masked, maskSecrets } from '../attempt/mask-secrets.js';

/** What the operator chose for the errors of the gateway. */
export interface ErrorForm {
  /** For clients whose headers name no supported language; undefined = the wording of the compatible API. */
  readonly language: TextLanguage | undefined;
  /** Clients of OpenAI get OpenAI's 429 for an empty balance instead of the compatible API's 403. */
  readonly quotaAs429: boolean;
}

const SATURATED = new ApiError('upstream_saturated');
const INTERNAL = new ApiError('internal_error');

/**
 * Turns the problem that stopped a request into the error its client may see; defects become a plain 500.
 * @param billingStatus the status the client's protocol uses for an empty balance, where it has its own
 * @param acceptLanguage header of the request; selects the language of the gateway's own messages
 * @param form chosen by the operator
 */
export function clientError(
  problem: unknown,
  requestId: string,
  { billingStatus, tooLong }: Pick<Protocol, 'billingStatus' | 'tooLong'>,
  acceptLanguage: string | undefined,
  form: ErrorForm,
): ClientError {
  const error = describeProblem(problem, preferredLanguage(acceptLanguage) ?? form.language);
  const isBilling = problem instanceof ApiError && isQuotaError(problem);
  if (problem instanceof UpstreamError && problem.failure.tooLong && TOO_LONG_STATUSES.has(error.status))
    Object.assign(error, tooLong?.(error));
  return {
    ...error,
    message: `${error.message} (request id: ${requestId})`,
    ...(isBilling && { billing: true, ...billingError(error, billingStatus, form) }),
  };
}

/**
 * OpenAI reports an empty balance as a 429 (https://platform.openai.com/docs/guides/error-codes), which its SDKs retry; the
 * compatible API does not.
 */
function billingError(
  { status }: ClientError,
  billingStatus: number | undefined,
  { quotaAs429 }: ErrorForm,
): Partial<ClientError> {
  if (billingStatus !== undefined) return { status: billingStatus };
  if (!quotaAs429) return { status };
  return { status: 429, kind: 'insufficient_quota', code: 'insufficient_quota', parameter: null };
}

/** What providers answer to a prompt that is too long; others are the operator's choice (`status_code_mapping`). */
const TOO_LONG_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

/** Errors that last until quota is added. */
const QUOTA_ERRORS: ReadonlySet<string> = new Set([
  'user_quota_empty',
  'user_quota_low',
  'token_quota_low',
  'token_exhausted',
  'token_empty',
  'stream_quota_exhausted',
  'session_quota_exhausted',
]);

/** Whether a balance was too low for the request. */
export function isQuotaError({ code }: ApiError): boolean {
  return QUOTA_ERRORS.has(code);
}

/** The error without what depends on the request. @param language of the gateway's own messages */
export function describeProblem(problem: unknown, language: TextLanguage | undefined): ClientError {
  if (problem instanceof ApiError)
    return {
      status: problem.status,
      message: problem.messageIn(language),
      code: clientCodes[problem.code] ?? problem.code,
      kind: 'new_api_error',
      retryAfterSeconds: problem.retryAfterSeconds,
    };
  if (problem instanceof UpstreamError) {
    const { failure } = problem;
    return {
      status: failure.status >= 400 && failure.status <= 599 ? failure.status : 502,
      message: failure.status === 429 ? SATURATED.messageIn(language) : failureMessage(failure, language),
      code: masked(failure.reported ? failure.reported.code : failure.code),
      kind: maskSecrets(failure.kind),
      parameter: masked(failure.reported ? failure.reported.param : String(failure.status)),
      details: masked(failure.details),
      retryAfterSeconds: failure.retryAfterSeconds,
    };
  }
  const message = language === undefined ? 'internal error' : INTERNAL.messageIn(language);
  return { status: 500, message, code: 'internal_error', kind: 'new_api_error' };
}

function failureMessage(
  { message, text, status }: UpstreamFailure,
  language: TextLanguage | undefined,
): string {
  if (text === undefined || language === undefined || language === PROVIDER_LANGUAGE)
    return maskSecrets(message);
  return errorText(text, { status }, language);
}
