import type { ConsumeLog } from './ledger.types.js';

/** A value of a column as COPY and the journal carry it. */
export type ColumnValue = string | number | boolean;

interface LogColumn<Member extends keyof ConsumeLog> {
  readonly member: Member;
  /** Name in `logs`, quoted where it is a word of SQL. */
  readonly column: string;
  /** Checks the value of a journal entry. @throws TypeError */
  readonly read: (value: unknown) => ConsumeLog[Member] & ColumnValue;
}

type AnyLogColumn = {
  [Member in keyof ConsumeLog]: ConsumeLog[Member] extends ColumnValue ? LogColumn<Member> : never;
}[keyof ConsumeLog];

/**
 * The columns of a consumption row that a request decides, in the order of the journal; `content` and `other` travel apart. A
 * new column is a line at the end and a new format of the journal, as entries of the one before lack its value:
 * `docs/adding-a-field.md`.
 */
export const LOG_COLUMNS = [
  { member: 'username', column: 'username', read: readText },
  { member: 'tokenName', column: 'token_name', read: readText },
  { member: 'modelName', column: 'model_name', read: readText },
  { member: 'promptTokens', column: 'prompt_tokens', read: readCount },
  { member: 'completionTokens', column: 'completion_tokens', read: readCount },
  { member: 'useTime', column: 'use_time', read: readCount },
  { member: 'isStream', column: 'is_stream', read: readFlag },
  { member: 'group', column: '"group"', read: readText },
] as const satisfies readonly AnyLogColumn[];

/** The members of a row that `LOG_COLUMNS` lists. */
export type LogValues = Pick<ConsumeLog, (typeof LOG_COLUMNS)[number]['member']>;

/** Fails to compile when a member of the row is in no column. */
type Missing = Exclude<keyof ConsumeLog, keyof LogValues | 'content' | 'other'>;
true satisfies [Missing] extends [never] ? true : Missing;

/** The values of a row in the order of `LOG_COLUMNS`. Runs for every request. */
export function logValues(log: LogValues): ColumnValue[] {
  return LOG_COLUMNS.map(({ member }) => log[member]);
}

/**
 * The reverse of `logValues`. Runs for every request, where building the object from a list of entries costs the poster 6 µs.
 * @throws TypeError for values of another type
 */
export function readLogValues(values: readonly unknown[]): LogValues {
  const log: Partial<Record<keyof LogValues, ColumnValue>> = {};
  let index = 0;
  for (const { member, read } of LOG_COLUMNS) log[member] = read(values[index++]);
  return log as LogValues;
}

/** @throws TypeError */
export function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('not a text');
  // Postgres text columns reject NUL characters.
  return value.includes('\0') ? value.replaceAll('\0', '') : value;
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
