import { z } from 'zod';
import { LogType } from '../../contract/enums.js';
import type { LogResponse } from '../../contract/resources/logs/log.js';

/** Columns of a row in responses. The channel's name is added later, for administrators only. */
export const LOG_SELECT_LIST = `id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens,
  completion_tokens, use_time, is_stream, channel_id AS channel, '' AS channel_name, token_id, "group", other, request_id`;

const details = z.looseObject({ admin_info: z.unknown() });

/** A row as shown to its owner: without channels and administrator details. */
export function ownerView(row: LogResponse): LogResponse {
  return { ...row, channel: 0, channel_name: '', other: withoutAdminInfo(row.other) };
}

/** The row for clients that do not know the type of refunds. */
export function withSystemRefund(row: LogResponse): LogResponse {
  return row.type === LogType.refund ? { ...row, type: LogType.system } : row;
}

function withoutAdminInfo(other: string): string {
  if (!other.includes('admin_info')) return other;
  const parsed = details.safeParse(parseJson(other));
  // Text that is not a JSON object cannot be filtered, so it is not shown.
  if (!parsed.success) return '';
  const { admin_info: _hidden, ...shown } = parsed.data;
  return JSON.stringify(shown);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
