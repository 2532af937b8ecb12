import { table } from '../../kit/table.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, text, type UnknownRecord } from '../../json/lenient.js';
import { failure, statusFailure } from '../../kit/provider-error.js';
import type { UpstreamHeaders } from '../../kit/provider.js';
import { baiduFacts } from './facts.js';

/** HTTP status by error code (https://cloud.baidu.com/doc/WENXINWORKSHOP/s/tlmyncueh); errors are sent with status 200. */
const statuses = table<number>({
  1: 500,
  2: 503,
  3: 404,
  4: 429,
  6: 403,
  13: 401,
  14: 401,
  15: 503,
  17: 429,
  18: 429,
  19: 429,
  100: 400,
  110: 503,
  111: 503,
  336000: 500,
  336001: 400,
  336002: 400,
  336003: 400,
  336004: 401,
  336005: 401,
  336006: 400,
  336007: 400,
  336100: 503,
  336101: 400,
  336102: 400,
  336103: 400,
  336104: 400,
  336105: 429,
  336117: 429,
  336200: 429,
  336501: 429,
  336502: 429,
});
/** Quota used up, or the service is not paid for. */
const EXHAUSTED = new Set(['17', '19', '336105', '336117']);
/**
 * The key or its application is not valid. A rejected token (110, 111) says nothing about the key, which has been exchanged
 * again by then.
 */
const INVALID_KEY = new Set(['6', '13', '14', '336004', '336005']);

export function readError(status: number, headers: UpstreamHeaders, body: string): UpstreamFailure {
  const inner = innerError(parsed(body));
  const found = statusFailure(status, headers, body, mayRetry, baiduFacts.tooLong);
  if (!inner) return found;
  return {
    ...inner,
    ...(found.retryAfterSeconds !== undefined && { retryAfterSeconds: found.retryAfterSeconds }),
  };
}

/** The error inside a 200 response or an event of a stream; undefined if there is none. */
export function innerError(body: unknown): UpstreamFailure | undefined {
  if (!isRecord(body)) return undefined;
  const code = codeOf(body);
  const message = text(body.error_msg);
  if (code === '' && message === '') return undefined;
  const classified = failure(
    { message, kind: 'baidu_error', code },
    statuses[code] ?? 502,
    mayRetry,
    baiduFacts.tooLong,
  );
  const disables = EXHAUSTED.has(code) || INVALID_KEY.has(code);
  return { ...classified, disables, retryable: classified.retryable || disables };
}

function codeOf({ error_code: code }: UnknownRecord): string {
  return typeof code === 'number' && code !== 0 ? String(code) : text(code);
}

function mayRetry(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
