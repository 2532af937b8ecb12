/** A channel as the API answers it; the key never comes back. */
export interface Channel {
  id: number;
  type: number;
  name: string;
  /** 1 enabled, 2 disabled by hand, 3 disabled automatically. */
  status: number;
  openai_organization: string | null;
  base_url: string | null;
  other: string;
  /** Comma lists. */
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
  /** JSON with status_reason and status_time (epoch seconds). */
  other_info: string;
}

/** What the form sends. */
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

/** What the tag panel sends; what is absent stays as it is. */
export interface TagChange {
  tag: string;
  /** '' takes the tag away. */
  new_tag: string;
  model_mapping?: string;
  /** Comma lists. */
  models?: string;
  groups?: string;
}

/** How far the newest run over all channels is. */
export interface RunState {
  state: 'idle' | 'waiting' | 'running' | 'done' | 'failed';
  total: number;
  done: number;
  /** Of those done: not asked, since channels of their type cannot be. */
  skipped: number;
  failed: number;
  disabled: number;
  enabled: number;
  /** Why the run as a whole failed, or ''. */
  error: string;
}
