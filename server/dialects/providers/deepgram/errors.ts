import type { UpstreamFailure } from '../../canonical/failure.js';
import { text, type UnknownRecord } from '../../json/lenient.js';
import { errorBody, failure, retryAfterSeconds } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';

/** https://developers.deepgram.com/docs/errors */
export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const failed = failureOf(errorBody(body), status);
  return { ...failed, retryAfterSeconds: retryAfterSeconds(headers, Date.now()) };
}

/** The error inside a 2xx response; undefined if there is none. */
export function innerError(body: UnknownRecord): UpstreamFailure | undefined {
  return text(body.err_code) === '' && text(body.category) === '' ? undefined : failureOf(body, 502);
}

/** `{err_code, err_msg}`, or `{category, message, details}`. */
function failureOf(body: UnknownRecord, status: number): UpstreamFailure {
  const { err_code: code, err_msg: message, category, details } = body;
  const general = [text(body.message), text(details)].filter((part) => part !== '').join(' ');
  return failure(
    { message: text(message) || general, kind: '', code: text(code) || text(category) },
    status,
    mayRetry,
  );
}

function mayRetry(status: number): boolean {
  return ![400, 408, 411, 413, 414, 422, 504].includes(status);
}
