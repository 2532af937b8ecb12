import type { UpstreamFailure } from '../../canonical/failure.js';
import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { errorReader, type ErrorMeanings, type ReportedError } from '../../kit/images/image-errors.js';
import type { UpstreamHeaders } from '../../kit/provider.js';

/** https://fal.ai/docs/documentation/model-apis/errors, https://fal.ai/docs/documentation/model-apis/request-errors */
const MEANINGS: ErrorMeanings = {
  content_policy_violation: { status: 400, kind: 'invalid_request_error', retryable: false },
  // The models could not make an image of this prompt.
  no_media_generated: { status: 400, kind: 'invalid_request_error', retryable: false },
  generation_timeout: { status: 504, retryable: false },
  downstream_service_unavailable: { status: 503, retryable: true },
};
/** Accounts without credits are locked, with status 403. */
const LOCKED = /exhausted balance|user is locked/i;

const read = errorReader(reported, MEANINGS);

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const failure = read(status, headers, body);
  if (!LOCKED.test(failure.message)) return failure;
  return { ...failure, code: 'insufficient_quota', disables: true, retryable: true };
}

/** `{"detail":"…"}`, or a list of what is wrong: `{"detail":[{"loc":["body","prompt"],"msg":"…","type":"…"}]}`. */
function reported({ detail, error_type }: UnknownRecord): ReportedError {
  if (typeof detail === 'string') return { message: detail, code: text(error_type) };
  const errors = list(detail).map(record);
  return {
    message: errors.map(({ msg }) => text(msg)).join('; '),
    code: text(errors[0]?.type) || text(error_type),
  };
}
