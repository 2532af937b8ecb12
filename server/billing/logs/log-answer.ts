import { z } from 'zod';

/** A row of the usage log as administrators see it. */
export const logAnswer = z.strictObject({
  id: z.int(),
  user_id: z.int(),
  /** Unix seconds. */
  created_at: z.int(),
  type: z.int(),
  content: z.string(),
  username: z.string(),
  token_name: z.string(),
  model_name: z.string(),
  quota: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  /** Whole seconds. */
  use_time: z.int(),
  is_stream: z.boolean(),
  /** Channel id. */
  channel: z.int(),
  channel_name: z.string(),
  token_id: z.int(),
  group: z.string(),
  /** JSON text. */
  other: z.string(),
  request_id: z.string(),
});
export type LogAnswer = z.infer<typeof logAnswer>;

/** A page of the log, in the format of lists with 1-based pages. */
export const logList = z.strictObject({
  items: z.array(logAnswer),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export type LogList = z.infer<typeof logList>;

export const logSums = z.strictObject({
  /** Quota units charged in the range. */
  quota: z.number(),
  /** Requests in the last minute. */
  rpm: z.int(),
  /** Input and output tokens in the last minute. */
  tpm: z.int(),
});
export type LogSums = z.infer<typeof logSums>;

/** Columns of a row in responses. The channel's name is added later, for administrators only. */
export const COLUMNS = `id, user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens,
  completion_tokens, use_time, is_stream, channel_id AS channel, '' AS channel_name, token_id, "group", other, request_id`;

const details = z.looseObject({ admin_info: z.unknown() });

/** A row as shown to its owner: without channels and administrator details. */
export function ownerView(row: LogAnswer): LogAnswer {
  return { ...row, channel: 0, channel_name: '', other: withoutAdminInfo(row.other) };
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
