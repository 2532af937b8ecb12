import { LogType } from '../../contract/enums.js';
import {
  DEFAULT_SLOW_MS,
  type LogListQuery,
  type LogResult,
  type LogSumsQuery,
  type OwnLogListQuery,
  type OwnLogSumsQuery,
} from '../../contract/resources/logs/log.js';
import { containing } from '../../core/postgres/like.js';
import { resultCondition } from './log-results.js';
import { rowsOfRequest, type Condition } from './request-condition.js';

const NO_TYPE = -1;
const MAX_TYPE = 2 ** 31 - 1;

/** Filter of a list or a sum; absent fields do not filter. */
export interface LogFilter {
  readonly type?: number;
  /** Any of these types. */
  readonly types?: readonly number[];
  /** Rows of requests that failed are left out, unless `type` names them. */
  readonly noErrors?: boolean;
  readonly requestId?: string;
  /** Status, error code or a part of the message of failed requests; no other rows match. */
  readonly error?: string;
  readonly result?: LogResult;
  /** Milliseconds, for the result `slow`. */
  readonly slowMs?: number;
  /** Rows of refunds are of the type `system`. */
  readonly systemRefunds?: boolean;
  /** Unix seconds, inclusive. */
  readonly from?: number;
  /** Unix seconds, inclusive. */
  readonly to?: number;
  readonly userId?: number;
  readonly username?: string;
  readonly tokenName?: string;
  /** Tokens with the name `tokenName`; rows without a token (imported, tests of channels) are found by the name. */
  readonly tokenIds?: readonly number[];
  /** `%` matches any text. */
  readonly modelName?: string;
  /** Matches any of these names; replaces a `modelName` pattern after its lookup. */
  readonly modelNames?: readonly string[];
  readonly channelId?: number;
  readonly group?: string;
}

/** The filter of a query. Empty texts and zeros do not filter. */
export function filterOf(query: OwnLogSumsQuery & Partial<LogSumsQuery>): LogFilter {
  return {
    type: typeOf(query.type),
    from: query.start_timestamp || undefined,
    to: query.end_timestamp || undefined,
    username: query.username || undefined,
    tokenName: query.token_name || undefined,
    modelName: query.model_name || undefined,
    channelId: query.channel || undefined,
    group: query.group || undefined,
    requestId: query.request_id.trim() || undefined,
    error: query.error || undefined,
    result: query.result,
    slowMs: query.result === 'slow' ? query.slow_ms || DEFAULT_SLOW_MS : undefined,
  };
}

/** The filter of a list. */
export function listFilterOf(query: OwnLogListQuery & Partial<LogListQuery>): LogFilter {
  const knowsRefunds = query.refund_type === LogType.refund || query.type === LogType.refund;
  const filter = filterOf(query);
  return {
    ...filter,
    // The id of a request contains its time, so that it is found in a list that begins today.
    ...(filter.requestId !== undefined && { from: undefined, to: undefined }),
    systemRefunds: !knowsRefunds,
    noErrors: query.error_type !== LogType.error,
  };
}

export function conditionOf(filter: LogFilter): Condition {
  const parts: string[] = [];
  const parameters: unknown[] = [];
  const add = (sql: string, value: unknown) => {
    if (value === undefined) return;
    parameters.push(value);
    parts.push(`${sql} $${parameters.length}`);
  };
  if (filter.systemRefunds && filter.type === LogType.system)
    parts.push(`type IN (${LogType.system}, ${LogType.refund})`);
  else add('type =', filter.type);
  if (filter.result) parts.push(resultCondition(filter.result, filter.slowMs ?? DEFAULT_SLOW_MS));
  else if (filter.noErrors && filter.type === undefined && filter.error === undefined)
    parts.push(`type <> ${LogType.error}`);
  if (filter.types) parts.push(`type IN (${filter.types.join(', ')})`);
  add('created_at >=', filter.from);
  add('created_at <=', filter.to);
  add('user_id =', filter.userId);
  add('username =', filter.username);
  if (filter.tokenIds === undefined) add('token_name =', filter.tokenName);
  else {
    const [ids, name] = [parameters.push(filter.tokenIds), parameters.push(filter.tokenName)];
    parts.push(`(token_id = ANY($${ids}::bigint[]) OR (token_id = 0 AND token_name = $${name}))`);
  }
  add('channel_id =', filter.channelId);
  add('"group" =', filter.group);
  add('model_name =', filter.modelName);
  if (filter.modelNames !== undefined) {
    parameters.push(filter.modelNames);
    parts.push(`model_name = ANY($${parameters.length}::text[])`);
  }
  if (filter.error !== undefined) {
    const patterns = errorPatterns(filter.error);
    const [other, content] = [parameters.push(patterns.other), parameters.push(patterns.content)];
    parts.push(`type = ${LogType.error} AND (other ~ $${other} OR content ILIKE $${content})`);
  }
  if (filter.requestId !== undefined) {
    const { sql, parameters: more } = rowsOfRequest(filter.requestId, parameters.length + 1);
    parts.push(sql);
    parameters.push(...more);
  }
  return { sql: parts.length === 0 ? 'true' : parts.join(' AND '), parameters };
}

/**
 * What rows of failed requests that match `error` have: a regular expression for the details, which are JSON without spaces, and a
 * LIKE pattern for the message. Quotes inside JSON strings are escaped, so that messages in the details do not match.
 */
function errorPatterns(error: string): { other: string; content: string } {
  if (/^[1-5]\d\d$/.test(error)) return { other: `"status_code":${error}[,}]`, content: '' };
  const isCode = /^[\w.-]+$/.test(error);
  return {
    other: isCode ? `"error_code":"${error.replaceAll('.', '\\.')}"` : '^$',
    content: containing(error),
  };
}

/** Clamped to 32 bits, the size of the column: out-of-range types match no row instead of causing an error. */
function typeOf(type: number): number | undefined {
  return Math.min(Math.max(type, NO_TYPE), MAX_TYPE) || undefined;
}
