import { z } from 'zod';

/** A row of the usage log as administrators see it. */
export interface LogAnswer {
  id: number;
  user_id: number;
  /** Unix seconds. */
  created_at: number;
  type: number;
  content: string;
  username: string;
  token_name: string;
  model_name: string;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Whole seconds. */
  use_time: number;
  is_stream: boolean;
  /** The channel's number. */
  channel: number;
  channel_name: string;
  token_id: number;
  group: string;
  /** JSON text. */
  other: string;
  request_id: string;
}

/** The columns of an answer; the channel's name is filled in later, where it may be seen. */
export const COLUMNS = `id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens,
  completion_tokens, use_time, is_stream, channel_id AS channel, '' AS channel_name, token_id, "group", other, request_id`;

const details = z.looseObject({ admin_info: z.unknown() });

/** A row as its owner sees it: nothing about channels, nothing for administrators. */
export function ownerView(row: LogAnswer): LogAnswer {
  return { ...row, channel: 0, channel_name: '', other: withoutAdminInfo(row.other) };
}

function withoutAdminInfo(other: string): string {
  if (!other.includes('admin_info')) return other;
  const parsed = details.safeParse(parseJson(other));
  // What cannot be read cannot be cleaned, so it is not shown.
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
