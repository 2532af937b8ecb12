/** GET /api/log/{id}/receipt: how one request was charged. Amounts are quota units. */
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
  /** Cost beyond the remaining balance; written off. */
  uncollected: number;
  returned: number | null;
  /** Tokens the provider reported, if they were implausible and less was charged; null otherwise. */
  reported: { input: number; output: number } | null;
  recomputed: number | null;
  agrees: boolean | null;
  attempts: ReceiptAttempt[];
}

export interface ReceiptPrice {
  version: string;
  source: 'tables' | 'list' | 'unset';
  /** US dollars per call, or -1. */
  model_price: number;
  model_ratio: number;
  completion_ratio: number;
  group_ratio: number;
  /** The same, if it is set for the user's own group. */
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
