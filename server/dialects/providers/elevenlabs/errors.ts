import { table } from '../../kit/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, list, record, text, type UnknownRecord } from '../../json/lenient.js';
import { errorBody, failure, retryAfterSeconds } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';

/**
 * What ElevenLabs' codes mean (https://elevenlabs.io/docs/eleven-api/resources/errors). Other codes leave what
 * follows from the HTTP status.
 */
const MEANINGS = table<Partial<UpstreamFailure>>({
  // Both are sent with status 401.
  quota_exceeded: { status: 429, code: 'insufficient_quota', disables: true, retryable: true },
  missing_permissions: { status: 403, disables: false, retryable: true },
  // Voices of the library need a paid plan: a voice that a client chose must not disable the channel.
  paid_plan_required: { status: 403, disables: false, retryable: true },
  // Voices and models depend on the account.
  voice_not_found: { status: 404, retryable: true },
  model_not_found: { status: 404, retryable: true },
  max_character_limit_exceeded: { status: 400, retryable: false },
  text_too_long: { status: 400, retryable: false },
  too_many_concurrent_requests: { status: 429, retryable: true },
  concurrent_limit_exceeded: { status: 429, retryable: true },
  system_busy: { status: 429, retryable: true },
});

/**
 * Parses a response whose status is not 2xx: `{"detail":{"type":"…","code":"…","message":"…"}}`. Older codes are in
 * `status`, and invalid members are a list of `{loc, msg}`.
 */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const failed = failureOf(errorBody(body), status);
  return { ...failed, retryAfterSeconds: retryAfterSeconds(headers, Date.now()) };
}

/** The error inside a 2xx response; undefined if there is none. */
export function innerError(body: UnknownRecord): UpstreamFailure | undefined {
  return body.detail === undefined ? undefined : failureOf(body, 502);
}

function failureOf({ detail }: UnknownRecord, status: number): UpstreamFailure {
  const { status: state, code, message, type } = record(detail);
  const reported = text(code) || text(state);
  const failed = failure(
    { message: text(message) || text(detail) || invalidMembers(detail), kind: text(type), code: reported },
    status,
    mayRetry,
  );
  return { ...failed, ...(MEANINGS[text(state)] ?? MEANINGS[text(code)] ?? libraryVoice(failed)) };
}

/** Older responses have `payment_required`, which is also sent for other reasons. */
function libraryVoice({ message }: UpstreamFailure): Partial<UpstreamFailure> | undefined {
  return /library voices/i.test(message) ? MEANINGS.paid_plan_required : undefined;
}

function invalidMembers(detail: unknown): string {
  return list(detail)
    .filter(isRecord)
    .map(({ loc, msg }) => `${list(loc).join('.')}: ${text(msg)}`)
    .join('; ');
}

function mayRetry(status: number): boolean {
  return ![400, 408, 413, 422, 504].includes(status);
}
