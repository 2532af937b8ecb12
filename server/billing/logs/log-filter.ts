import { z } from 'zod';
import { readWhole } from '../../core/http/paging.js';

const NO_TYPE = -1;
const MAX_TYPE = 2 ** 31 - 1;

/** Filter of a list or a sum; absent fields do not filter. */
export interface LogFilter {
  readonly type?: number;
  /** Unix seconds, inclusive. */
  readonly from?: number;
  /** Unix seconds, inclusive. */
  readonly to?: number;
  readonly userId?: number;
  readonly username?: string;
  readonly tokenName?: string;
  /** `%` matches any text. */
  readonly modelName?: string;
  /** Matches any of these names; replaces a `modelName` pattern after its lookup. */
  readonly modelNames?: readonly string[];
  readonly channelId?: number;
  readonly group?: string;
}

/** Query parameters of lists and sums. Used for the API document only: they are parsed leniently and never rejected. */
const ownQuestions = {
  type: z.int().optional(),
  start_timestamp: z.int().optional(),
  end_timestamp: z.int().optional(),
  token_name: z.string().optional(),
  model_name: z.string().optional(),
  group: z.string().optional(),
};
const questions = { ...ownQuestions, username: z.string().optional(), channel: z.int().optional() };
const paging = { p: z.int().optional(), page_size: z.int().optional() };

export const ownStatQuery = z.object(ownQuestions);
export const statQuery = z.object(questions);
export const ownListQuery = z.object({ ...ownQuestions, ...paging });
export const listQuery = z.object({ ...questions, ...paging });

/** A SQL condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: unknown[];
}

/** Parses a filter from a query. Empty texts, zeros and invalid numbers do not filter. */
export function readFilter(query: Readonly<Record<string, unknown>>): LogFilter {
  return {
    type: typeOf(query.type),
    from: readWhole(query.start_timestamp) || undefined,
    to: readWhole(query.end_timestamp) || undefined,
    username: textOf(query.username),
    tokenName: textOf(query.token_name),
    modelName: textOf(query.model_name),
    channelId: readWhole(query.channel) || undefined,
    group: textOf(query.group),
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
  add('type =', filter.type);
  add('created_at >=', filter.from);
  add('created_at <=', filter.to);
  add('user_id =', filter.userId);
  add('username =', filter.username);
  add('token_name =', filter.tokenName);
  add('channel_id =', filter.channelId);
  add('"group" =', filter.group);
  add('model_name =', filter.modelName);
  if (filter.modelNames !== undefined) {
    parameters.push(filter.modelNames);
    parts.push(`model_name = ANY($${parameters.length}::text[])`);
  }
  return { sql: parts.length === 0 ? 'true' : parts.join(' AND '), parameters };
}

/** Clamped to 32 bits, the size of the column: out-of-range types match no row instead of causing an error. */
function typeOf(value: unknown): number | undefined {
  return Math.min(Math.max(readWhole(value), NO_TYPE), MAX_TYPE) || undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
