import { table } from '../../kit/table.js';
import { record, text, type UnknownRecord } from '../../json/lenient.js';

/** HTTP status by MiniMax's error code (https://platform.minimax.io/docs/api-reference/errorcode). */
const statuses = table<number>({
  1000: 500,
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1013: 500,
  1024: 500,
  1026: 400,
  1027: 400,
  1033: 500,
  1039: 429,
  // Connections at once.
  1041: 429,
  // The input has too many invisible characters.
  1042: 400,
  2013: 400,
  2049: 401,
  // The voice does not exist.
  2054: 400,
});
const SENSITIVE = new Set([1026, 1027]);

/** The body of a response with its error in OpenAI's form: MiniMax sends errors with status 200. */
export function withError(body: UnknownRecord): UnknownRecord {
  const base = record(body.base_resp);
  const code = base.status_code;
  if (typeof code !== 'number' || code === 0) return body;
  const kind = SENSITIVE.has(code)
    ? 'content_filter'
    : code === 1008
      ? 'insufficient_quota'
      : 'minimax_error';
  return {
    ...body,
    error: { message: text(base.status_msg), type: kind, code: statuses[code] ?? code },
  };
}
