import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { cozeFacts } from './facts.js';

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return cozeFacts.failures.adjusted(statusFailure(status, headers, body, mayRetry, cozeFacts.tooLong));
}

/** The error inside a 200 response, an `error` event or a chat that failed; undefined for code 0. */
export function innerError(value: unknown): UpstreamFailure | undefined {
  if (!isRecord(value)) return undefined;
  const code = codeOf(value);
  return code === '' || code === '0' ? undefined : failureOf(value);
}

/** The failure of an event that is always an error, also without a code. */
export function failureOf(error: UnknownRecord): UpstreamFailure {
  const message = text(error.msg) || text(error.message) || text(record(error.detail).msg);
  return cozeFacts.failures.adjusted(
    failure({ message, kind: '', code: codeOf(error) }, 502, mayRetry, cozeFacts.tooLong),
  );
}

function codeOf({ code }: UnknownRecord): string {
  return typeof code === 'number' ? String(code) : text(code);
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}
