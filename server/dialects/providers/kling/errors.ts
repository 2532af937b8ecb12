import { UpstreamError } from '../../canonical/failure.js';
import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { errorReader, withMeaning, type ErrorMeanings } from '../../kit/images/image-errors.js';
import { invalidResponse } from '../../kit/provider-error.js';

const AUTHENTICATION = { status: 401, disables: true, retryable: true };
const EMPTY = { status: 429, code: 'insufficient_quota', disables: true, retryable: true };
const BUSY = { status: 429, retryable: true };
const INVALID = { status: 400, retryable: false };
const FILTERED = {
  status: 400,
  kind: 'invalid_request_error',
  code: 'content_policy_violation',
  retryable: false,
};

/** https://app.klingai.com/global/dev/document-api/apiReference/commonInfo */
const MEANINGS: ErrorMeanings = {
  1000: AUTHENTICATION,
  1001: AUTHENTICATION,
  1002: AUTHENTICATION,
  1003: AUTHENTICATION,
  1004: AUTHENTICATION,
  1100: { status: 403, disables: true, retryable: true },
  1101: EMPTY,
  1102: EMPTY,
  1103: { status: 403, retryable: true },
  1200: INVALID,
  1201: INVALID,
  1202: { status: 404, retryable: true },
  1203: { status: 404, code: 'model_not_found', retryable: true },
  1300: FILTERED,
  1301: FILTERED,
  1302: BUSY,
  1303: BUSY,
  1304: { status: 403, disables: true, retryable: true },
  5000: { status: 500, retryable: true },
  5001: { status: 503, retryable: true },
  5002: { status: 504, retryable: false },
};

/** `{"code":1102,"message":"…","request_id":"…"}` */
export const readError = errorReader(
  (body) => ({ message: text(body.message), code: codeOf(body) }),
  MEANINGS,
);

/**
 * The `data` of a response.
 * @throws UpstreamError for an error inside a 200 response
 */
export function dataOf(body: unknown): UnknownRecord {
  if (!isRecord(body)) throw new UpstreamError(invalidResponse('the answer is not a JSON object'));
  const code = codeOf(body);
  if (code === '0' || (code === '' && isRecord(body.data))) return record(body.data);
  const message = text(body.message);
  const failed = {
    ...invalidResponse(message || 'the request failed'),
    code,
    ...(message !== '' && { text: undefined }),
  };
  throw new UpstreamError(withMeaning(failed, MEANINGS));
}

function codeOf({ code }: UnknownRecord): string {
  return typeof code === 'number' ? String(code) : text(code);
}
