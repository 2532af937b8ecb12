import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import {
  errorReader,
  withMeaning,
  type ErrorMeanings,
  type ReportedError,
} from '../../kit/images/image-errors.js';
import { invalidResponse } from '../../kit/provider-error.js';

const SUCCESS = '10000';
const FILTERED = {
  status: 400,
  kind: 'invalid_request_error',
  code: 'content_policy_violation',
  retryable: false,
};
const INVALID = { status: 400, retryable: false };
const BUSY = { status: 429, retryable: true };
const AUTHENTICATION = { status: 401, disables: true, retryable: true };

/** Of the service (https://www.volcengine.com/docs/85621/1537648) and of the gateway (https://www.volcengine.com/docs/6369/68677). */
const MEANINGS: ErrorMeanings = {
  50200: INVALID,
  50201: INVALID,
  50204: INVALID,
  50205: INVALID,
  50206: INVALID,
  50207: INVALID,
  50400: { status: 403, disables: true, retryable: true },
  // Checks of the image and the prompt, before and after the work.
  50411: FILTERED,
  50412: FILTERED,
  50413: FILTERED,
  50511: FILTERED,
  50512: FILTERED,
  50518: FILTERED,
  50519: FILTERED,
  // The checks themselves failed.
  50520: { status: 500, retryable: true },
  50521: { status: 500, retryable: true },
  50522: { status: 500, retryable: true },
  50429: BUSY,
  50430: BUSY,
  50500: { status: 500, retryable: true },
  50501: { status: 500, retryable: true },
  SignatureDoesNotMatch: AUTHENTICATION,
  InvalidAccessKey: AUTHENTICATION,
  InvalidCredential: AUTHENTICATION,
  InvalidSecretToken: AUTHENTICATION,
  InvalidAuthorization: AUTHENTICATION,
  MissingAuthenticationToken: AUTHENTICATION,
  AccessDenied: { status: 403, disables: true, retryable: true },
  AccountFlowLimitExceeded: BUSY,
  FlowLimitExceeded: BUSY,
  ServiceFlowLimitExceeded: BUSY,
};

/** `{"code":50412,"message":"…"}`, or of the gateway `{"ResponseMetadata":{"Error":{"Code":"…","Message":"…"}}}`. */
function reported(body: UnknownRecord): ReportedError {
  const { Code, Message } = record(record(body.ResponseMetadata).Error);
  if (text(Code) !== '') return { message: text(Message), code: text(Code) };
  const { code } = body;
  return { message: text(body.message), code: typeof code === 'number' ? String(code) : text(code) };
}

export const readError = errorReader(reported, MEANINGS);

/**
 * The `data` of a response.
 * @throws UpstreamError for an error inside a 200 response
 */
export function dataOf(body: unknown): UnknownRecord {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a JSON object'));
  const { code, message } = reported(body);
  if (code === SUCCESS) return record(body.data);
  const failed = {
    ...invalidResponse(message || 'the request failed'),
    code: code || 'invalid_response',
    ...(message !== '' && { text: undefined }),
  };
  throw new UpstreamError(withMeaning(failed, MEANINGS));
}
