import { columnText } from '../../core/postgres/postgres-text.js';
import type { ConsumeLog } from './ledger.types.js';

/** A value of a column as COPY and the journal carry it. */
export type ColumnValue = string | number | boolean;

/** The members of a consumption row but `content` and `other`, which have places of their own in a journal entry. */
type LogMember = Exclude<keyof ConsumeLog, 'content' | 'other'>;

interface LogColumn<Member extends LogMember> {
  /** Name in `logs`, quoted where it is a word of SQL. */
  readonly column: string;
  /** Checks the value of a journal entry. @throws TypeError */
  readonly read: (value: unknown) => ConsumeLog[Member];
}

/**
 * The columns of a consumption row that are known when its request ends, in the order of the journal. A new column is a line
 * at the end and a new format of the journal, whose older entries lack its value: `docs/adding-a-field.md`.
 */
const COLUMNS = {
  username: { column: 'username', read: readText },
  tokenName: { column: 'token_name', read: readText },
  modelName: { column: 'model_name', read: readText },
  promptTokens: { column: 'prompt_tokens', read: readCount },
  completionTokens: { column: 'completion_tokens', read: readCount },
  useTime: { column: 'use_time', read: readCount },
  isStream: { column: 'is_stream', read: readFlag },
  group: { column: '"group"', read: readText },
} satisfies { readonly [Member in LogMember]: LogColumn<Member> };

/** A row without `content` and `other`. */
export type LogValues = Pick<ConsumeLog, LogMember>;

/** `COLUMNS` as a list, since both directions run for every request. */
export const LOG_COLUMNS = (Object.keys(COLUMNS) as LogMember[]).map((member) => ({
  member,
  ...COLUMNS[member],
}));

/** The values of a row in the order of `LOG_COLUMNS`. */
export function logValues(log: LogValues): ColumnValue[] {
  return LOG_COLUMNS.map(({ member }) => log[member]);
}

/**
 * The reverse of `logValues`. A plain loop: `Object.fromEntries` would take 6 µs more for each entry that the poster reads.
 * @throws TypeError for values of another type
 */
export function readLogValues(values: readonly unknown[]): LogValues {
  const log: Partial<Record<LogMember, ColumnValue>> = {};
  let index = 0;
  for (const { member, read } of LOG_COLUMNS) log[member] = read(values[index++]);
  return log as LogValues;
}

/** @throws TypeError */
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text');
  return columnText(value);
}

/** @throws TypeError */
export function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new TypeError('not a count');
  return value as number;
}

function readFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new TypeError('not true or false');
  return value;
}
