import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { zhipuFacts } from './facts.js';

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return zhipuFacts.failures.adjusted(statusFailure(status, headers, body, mayRetry, zhipuFacts.tooLong));
}

/** The error inside a 200 response; undefined if there is none. */
export function innerError(body: unknown): UpstreamFailure | undefined {
  return isRecord(body) && body.success === false ? failureOf(text(body.msg), codeOf(body)) : undefined;
}

export function failureOf(message: string, code = ''): UpstreamFailure {
  return zhipuFacts.failures.adjusted(
    failure({ message, kind: 'zhipu_error', code }, 502, mayRetry, zhipuFacts.tooLong),
  );
}

function codeOf({ code }: UnknownRecord): string {
  return typeof code === 'number' ? String(code) : text(code);
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}
