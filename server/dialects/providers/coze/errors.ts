import { table } from '../../../core/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../openai/provider-error.js';
import type { UpstreamHeaders } from '../provider.js';

/** HTTP status by error code (https://www.coze.cn/docs/developer_guides/coze_error_codes); most are sent with status 200. */
const statuses = table<number>({
  4000: 400,
  4001: 404,
  4002: 404,
  4003: 400,
  4004: 400,
  4005: 400,
  4006: 404,
  4007: 400,
  4008: 429,
  4009: 429,
  4010: 400,
  4011: 402,
  4012: 404,
  4013: 503,
  4014: 400,
  4015: 404,
  4016: 429,
  4019: 402,
  4020: 429,
  4021: 404,
  4022: 402,
  4028: 402,
  4100: 401,
  4101: 403,
  4102: 403,
  4105: 400,
  4200: 404,
  4300: 400,
  4301: 400,
  4302: 413,
  4303: 415,
  4304: 400,
  5000: 500,
  700012006: 401,
});
const TOO_LONG = '4010';
/** The token may not use the bot. */
const NO_PERMISSION = '4101';

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return adjusted(statusFailure(status, headers, body, mayRetry));
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
  return adjusted(failure({ message, kind: '', code: codeOf(error) }, 502, mayRetry));
}

function codeOf({ code }: UnknownRecord): string {
  return typeof code === 'number' ? String(code) : text(code);
}

function adjusted(found: UpstreamFailure): UpstreamFailure {
  const status = statuses[found.code];
  if (status === undefined) return found;
  const tooLong = found.code === TOO_LONG;
  return {
    ...found,
    status,
    retryable: mayRetry(status),
    disables: status === 401 || status === 402 || found.code === NO_PERMISSION,
    ...(tooLong && { tooLong }),
  };
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}
