/** A channel as the API returns it; the key is never included. */
export interface Channel {
  id: number;
  type: number;
  name: string;
  /** 1 enabled, 2 disabled by hand, 3 disabled automatically. */
  status: number;
  openai_organization: string | null;
  base_url: string | null;
  other: string;
  /** Comma-separated. */
  models: string;
  group: string;
  model_mapping: string | null;
  status_code_mapping: string | null;
  setting: string | null;
  param_override: string | null;
  test_model: string | null;
  tag: string | null;
  priority: number | null;
  weight: number | null;
  /** 1 or 0. */
  auto_ban: number | null;
  /** Epoch seconds. */
  created_time: number;
  test_time: number;
  /** Milliseconds. */
  response_time: number;
  /** US dollars. */
  balance: number;
  /** Quota units. */
  used_quota: number;
  /** JSON with `status_reason` and `status_time` (epoch seconds). */
  other_info: string;
}

/** Request body of the channel form. */
export interface ChannelInput {
  type: number;
  name: string;
  key: string;
  openai_organization: string;
  base_url: string;
  other: string;
  models: string;
  group: string;
  model_mapping: string;
  status_code_mapping: string;
  setting: string;
  param_override: string;
  test_model: string;
  tag: string;
  priority: number;
  weight: number;
  auto_ban: number;
}

/** Request body of the tag panel; absent fields stay unchanged. */
export interface TagChange {
  tag: string;
  /** '' removes the tag. */
  new_tag: string;
  model_mapping?: string;
  /** Comma-separated. */
  models?: string;
  groups?: string;
}

/** Progress of the latest run over all channels. */
export interface RunState {
  state: 'idle' | 'waiting' | 'running' | 'done' | 'failed';
  total: number;
  done: number;
  /** Included in `done`: channels whose type does not support the run. */
  skipped: number;
  failed: number;
  disabled: number;
  enabled: number;
  /** Error of the run as a whole, or ''. */
  error: string;
}
