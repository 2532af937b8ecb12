import { z } from 'zod';

/** What one class of a request cost. */
const line = z.strictObject({
  /** `input`, `cache_read`, …, `call`, or a tool's name. */
  name: z.string(),
  kind: z.enum(['tokens', 'calls', 'tool', 'step']),
  /** Tokens, or calls: not necessarily whole where a call's price depends on size and quality. */
  count: z.number(),
  /** Of this class, on top of the model's; null where it is sold by the call. */
  ratio: z.number().nullable(),
  /** Of one call; null where it is sold by the token. */
  usd: z.number().nullable(),
  /** Before rounding; the sum of all lines is rounded once. */
  quota: z.number(),
});
export type ReceiptLine = z.infer<typeof line>;

const price = z.strictObject({
  /** The same for all requests that were charged by the same numbers. */
  version: z.string(),
  source: z.enum(['tables', 'list', 'unset']),
  /** USD per call, or -1: sold by the token. */
  model_price: z.number(),
  /** 1 = 2 USD per million input tokens, where 1 USD is 500000 quota. */
  model_ratio: z.number(),
  completion_ratio: z.number(),
  group_ratio: z.number(),
  /** The same, where the owner's own group decided it (option GroupGroupRatio); else null. */
  user_group_ratio: z.number().nullable(),
  /** Input tokens the price holds from, where the model has tiers. */
  tier_from: z.int().nullable(),
  /** The vendor's word for how the request was served; '' for ordinary service. */
  service_tier: z.string(),
  /** What that does to the price; it is in `model_ratio`. */
  service_tier_ratio: z.number(),
  /** Quota of 1 USD, where it matters. */
  quota_per_unit: z.number().nullable(),
});
export type ReceiptPrice = z.infer<typeof price>;

const attempt = z.strictObject({
  result: z.enum(['answered', 'failed', 'skipped']),
  /** Why it was asked, or was not. */
  reason: z.enum(['drawn', 'pinned', 'kept_answer', 'retry', 'full', 'circuit_open']),
  /** What the upstream said when it failed; null where nobody noted it. */
  status: z.int().nullable(),
  code: z.string(),
  /** 0 and '' for those who may not see channels. */
  channel: z.int(),
  channel_name: z.string(),
});
export type ReceiptAttempt = z.infer<typeof attempt>;

/** How a request was charged, worked out from its log row alone. */
export const receiptAnswer = z.strictObject({
  /** The log row's. */
  id: z.int(),
  request_id: z.string(),
  /** Unix seconds. */
  created_at: z.int(),
  model_name: z.string(),
  token_name: z.string(),
  group: z.string(),
  /** How the stream ended; '' when the answer was none. */
  end_reason: z.string(),
  /** `upstream`, `estimated` or `none`; '' in rows that do not say it. */
  usage_source: z.string(),
  /** null in rows that do not say their price. */
  price: price.nullable(),
  lines: z.array(line),
  /** Quota held before the charge was known; null in rows that do not say it. */
  held: z.int().nullable(),
  /** Quota charged. */
  charged: z.int(),
  /** Quota the request cost beyond the balance that was left; written off. 0 for nearly all. */
  uncollected: z.int(),
  /** Tokens the provider reported, where that cannot be true and less was charged; null otherwise. */
  reported: z.strictObject({ input: z.int(), output: z.int() }).nullable(),
  /** What of the hold was given back; below 0 where more was charged than held. */
  returned: z.int().nullable(),
  /** Quota by price and lines; null without a price. */
  recomputed: z.int().nullable(),
  /** Is that what was charged, with what was written off? */
  agrees: z.boolean().nullable(),
  /** Channels in the order they were thought of. */
  attempts: z.array(attempt),
});
export type ReceiptAnswer = z.infer<typeof receiptAnswer>;
