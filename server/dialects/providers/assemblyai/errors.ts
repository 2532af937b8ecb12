import type { UpstreamFailure } from '../../canonical/failure.js';
import { text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';

/** "Your current account balance is negative. Please top up to continue using the API." */
const NO_BALANCE = /account balance|top up/i;
/** Failures of the service, as opposed to files that it cannot transcribe. */
const SERVICE_FAILED = /server error|internal error|try again/i;

/** `{"error":"…"}`: https://www.assemblyai.com/docs/pre-recorded-audio/guides/common_errors_and_solutions */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const failed = statusFailure(status, headers, body, mayRetry);
  if (!NO_BALANCE.test(failed.message)) return failed;
  return { ...failed, status: 429, code: 'insufficient_quota', disables: true, retryable: true };
}

/** The failure of a transcript whose `status` is `error`. */
export function transcriptFailure({ error }: UnknownRecord): UpstreamFailure {
  const message = text(error) || 'the transcription failed without a message';
  const status = SERVICE_FAILED.test(message) ? 502 : 400;
  const failed = failure({ message, kind: '', code: 'transcription_failed' }, status, mayRetry);
  return text(error) === '' ? { ...failed, text: 'upstream_work_failed' } : failed;
}

function mayRetry(status: number): boolean {
  return ![400, 404, 408, 413, 422, 504].includes(status);
}
