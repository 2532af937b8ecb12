/** GET /api/log/{id}/receipt: how one request was charged. Quota in units. */
export interface Receipt {
  id: number;
  request_id: string;
  /** Epoch seconds. */
  created_at: number;
  model_name: string;
  token_name: string;
  group: string;
  end_reason: string;
  usage_source: string;
  price: ReceiptPrice | null;
  lines: ReceiptLine[];
  held: number | null;
  charged: number;
  /** Cost beyond the balance that was left; written off. */
  uncollected: number;
  returned: number | null;
  /** What the provider reported, where that cannot be true and less was charged. */
  reported: { input: number; output: number } | null;
  recomputed: number | null;
  agrees: boolean | null;
  attempts: ReceiptAttempt[];
}

export interface ReceiptPrice {
  version: string;
  source: 'tables' | 'list' | 'unset';
  /** USD per call, or -1. */
  model_price: number;
  model_ratio: number;
  completion_ratio: number;
  group_ratio: number;
  /** The same, where the user's own group decided it. */
  user_group_ratio: number | null;
  tier_from: number | null;
  service_tier: string;
  service_tier_ratio: number;
}

export interface ReceiptLine {
  name: string;
  kind: 'tokens' | 'calls' | 'tool' | 'step';
  count: number;
  ratio: number | null;
  usd: number | null;
  quota: number;
}

export interface ReceiptAttempt {
  result: 'answered' | 'failed' | 'skipped';
  reason: 'drawn' | 'pinned' | 'kept_answer' | 'retry' | 'full' | 'circuit_open';
  status: number | null;
  code: string;
  channel: number;
  channel_name: string;
}
