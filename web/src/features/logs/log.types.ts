/** A usage log row. `other` is JSON text and may be empty. */
export interface Log {
  id: number;
  /** Epoch seconds. */
  created_at: number;
  /** 1 top-up, 2 consumption, 3 admin action, 4 system. */
  type: number;
  content: string;
  username: string;
  user_id: number;
  token_name: string;
  model_name: string;
  /** Quota units. */
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** Seconds. */
  use_time: number;
  is_stream: boolean;
  channel: number;
  channel_name: string;
  group: string;
  other: string;
  request_id?: string;
}

export const CONSUMED = 2;

export interface LogStat {
  quota: number;
  /** Requests and tokens of the last 60 seconds. */
  rpm: number;
  tpm: number;
}

export interface LogFilters {
  [key: string]: string;
  /** Epoch seconds. */
  start: string;
  end: string;
  type: string;
  token_name: string;
  model_name: string;
  group: string;
  channel: string;
  username: string;
  /** Exclusions, applied in the browser; see `exclusions.ts`. */
  not: string;
}

/** The user behind a row, for administrators. */
export interface LogUser {
  username: string;
  quota: number;
  used_quota: number;
  request_count: number;
}
