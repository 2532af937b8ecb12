import type { ClientBase } from 'pg';
import { LOG_COLUMNS, type ColumnValue, type LogValues } from '../log-columns.js';
import { copyRows, copyText } from './copy-rows.js';

const LOGS = `logs (type, user_id, created_at, content, quota, channel_id, token_id, other, request_id,
  ${LOG_COLUMNS.map(({ column }) => column).join(', ')})`;

/** The columns of a row besides `LOG_COLUMNS`. */
interface LogAccount {
  /** LogType. */
  readonly type: number;
  readonly userId: number;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Quota units. */
  readonly quota: number;
  readonly channelId: number;
  readonly tokenId: number;
  readonly requestId: string;
}

/** One row of `writeLogRows`. @param other JSON text */
export function logRow(
  { type, userId, createdAt, quota, channelId, tokenId, requestId }: LogAccount,
  values: LogValues,
  content: string,
  other: string,
): string {
  const account = `${type}\t${userId}\t${createdAt}\t${copyText(content)}`;
  let line = `${account}\t${quota}\t${channelId}\t${tokenId}\t${copyText(other)}\t${copyText(requestId)}`;
  for (const { member } of LOG_COLUMNS) line += `\t${copyValue(values[member])}`;
  return `${line}\n`;
}

/** Inserts rows into the log. @param lines of `logRow`, joined */
export async function writeLogRows(client: ClientBase, lines: string): Promise<void> {
  if (lines !== '') await copyRows(client, LOGS, lines);
}

function copyValue(value: ColumnValue): ColumnValue {
  return typeof value === 'string' ? copyText(value) : value;
}
