import { table } from '../../../core/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../openai/provider-error.js';
import type { UpstreamHeaders } from '../provider.js';

/** HTTP status by error code (https://docs.bigmodel.cn/cn/faq/api-code); errors are sent with status 200. */
const statuses = table<number>({
  500: 500,
  1000: 401,
  1001: 401,
  1002: 401,
  1003: 401,
  1004: 401,
  1110: 403,
  1111: 403,
  1112: 403,
  1113: 429,
  1120: 503,
  1121: 403,
  1210: 400,
  1211: 404,
  1212: 400,
  1213: 400,
  1214: 400,
  1215: 400,
  1220: 403,
  1221: 404,
  1222: 404,
  1230: 500,
  1231: 400,
  1234: 500,
  1261: 400,
  1300: 400,
  1301: 400,
  1302: 429,
  1303: 429,
  1304: 429,
  1305: 429,
});
/** The account is inactive, unknown, locked or without balance. */
const UNUSABLE = new Set(['1110', '1111', '1112', '1113', '1121']);
const TOO_LONG = '1261';

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  return adjusted(statusFailure(status, headers, body, mayRetry));
}

/** The error inside a 200 response; undefined if there is none. */
export function innerError(body: unknown): UpstreamFailure | undefined {
  return isRecord(body) && body.success === false ? failureOf(text(body.msg), codeOf(body)) : undefined;
}

export function failureOf(message: string, code = ''): UpstreamFailure {
  return adjusted(failure({ message, kind: 'zhipu_error', code }, 502, mayRetry));
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
    disables: status === 401 || UNUSABLE.has(found.code),
    ...(tooLong && { tooLong }),
  };
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}
