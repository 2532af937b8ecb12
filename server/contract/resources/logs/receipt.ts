import { z } from 'zod';
import { channelChoice, listedPart, priceSource, skipReason } from './log-terms.js';

/** Cost of one token class, call type, tool or step of a request. */
const receiptLine = z
  .strictObject({
    /** `input`, `cache_read`, …, `call`, the name of a tool, or the kind of a step. */
    name: z.string(),
    kind: z.enum(['tokens', 'calls', 'tool', 'step']),
    /** Number of tokens or calls. Calls may be fractional where the price depends on size and quality. */
    count: z.number(),
    /** Number of tokens charged; null when priced per call. Calls without reported tokens count as tokens. */
    tokens: z.number().nullable(),
    /** Ratio of this class, multiplied with the model's; null when priced per call. */
    ratio: z.number().nullable(),
    /** Factors on the price of an input token, e.g. of audio and of audio output; empty if that price applies unchanged. */
    factors: z.array(z.number()),
    /** USD per call; null when priced per token. */
    usd: z.number().nullable(),
    /** USD per million tokens, without the group ratio; null when priced per call. */
    usd_per_million: z.number().nullable(),
    /** USD without the group ratio. Of a step: USD charged, with the step's own group ratio. */
    amount_usd: z.number(),
    /** Quota units before rounding. Only the sum of all lines is rounded. */
    quota: z.number(),
  })
  .meta({ id: 'ReceiptLine' });
export type ReceiptLine = z.infer<typeof receiptLine>;

const receiptPrice = z
  .strictObject({
    /** Equal for all requests charged at the same price. */
    version: z.string(),
    source: priceSource,
    /** Ratios of the public price list beside a model ratio that an operator set. */
    public_list: z.array(listedPart),
    /** Ratios of this charge that were set nowhere, so that a default applied. */
    defaulted: z.array(listedPart),
    /** USD per call; -1 = priced per token. */
    model_price: z.number(),
    /** 1 = 2 USD per million input tokens, where 1 USD is 500000 quota. */
    model_ratio: z.number(),
    completion_ratio: z.number(),
    group_ratio: z.number(),
    /** Equal to `group_ratio` if the owner's own group decided it (option GroupGroupRatio), else null. */
    user_group_ratio: z.number().nullable(),
    /** Minimum input tokens of the applied price tier; null without tiers. */
    tier_from: z.int().nullable(),
    /** Service tier reported by the provider; '' = standard service. */
    service_tier: z.string(),
    /** Price factor of the service tier; already included in `model_ratio`. */
    service_tier_ratio: z.number(),
    /** Quota units per USD; null when not needed for the price. */
    quota_per_unit: z.number().nullable(),
  })
  .meta({ id: 'ReceiptPrice' });
export type ReceiptPrice = z.infer<typeof receiptPrice>;

const receiptAttempt = z
  .strictObject({
    result: z.enum(['answered', 'failed', 'skipped']),
    /** Why the channel was tried or skipped. */
    reason: z.enum([...channelChoice.options, 'retry', ...skipReason.options]),
    /** Upstream status of a failed attempt; null when none was recorded. */
    status: z.int().nullable(),
    code: z.string(),
    /** Milliseconds until a failed attempt failed; null where none was recorded. */
    ms: z.int().nullable(),
    /** Milliseconds from the call to its first data; null where none arrived, or none was recorded. */
    first_token_ms: z.int().nullable(),
    /** 0 and '' for users who may not see channels. */
    channel: z.int(),
    channel_name: z.string(),
  })
  .meta({ id: 'ReceiptAttempt' });
export type ReceiptAttempt = z.infer<typeof receiptAttempt>;

/** How a request was charged, computed from its log row alone. */
export const receiptResponse = z
  .strictObject({
    /** Id of the log row. */
    id: z.int(),
    request_id: z.string(),
    /** Unix seconds. */
    created_at: z.int(),
    model_name: z.string(),
    token_name: z.string(),
    group: z.string(),
    /** How the stream ended (`endReasons`; imported rows may have others); '' for non-streamed responses. */
    end_reason: z.string(),
    /** `upstream`, `estimated` or `none`; '' when the row does not contain it. */
    usage_source: z.string(),
    /** null when the row does not contain its price. */
    price: receiptPrice.nullable(),
    lines: z.array(receiptLine),
    /** Factors of a task's number of calls by name, such as `seconds`, in order; empty for other requests. */
    ratios: z.array(z.strictObject({ name: z.string(), ratio: z.number() })),
    /**
     * USD of all lines with the group ratio, before rounding to quota units; null when the row does not contain its price.
     * Ratios are in USD at 500000 quota per USD.
     */
    total_usd: z.number().nullable(),
    /** Quota held before the charge was known; null when the row does not contain it. */
    held: z.int().nullable(),
    /** Quota charged. */
    charged: z.int(),
    /** Quota given back later: of failed tasks, and by administrators. */
    refunded: z.int(),
    /** Quota the request cost beyond the remaining balance, written off. Usually 0. */
    uncollected: z.int(),
    /** Tokens reported by the provider if they were implausible and fewer were charged; null otherwise. */
    reported: z.strictObject({ input: z.int(), output: z.int() }).nullable(),
    /** Quota released from the hold; negative when more was charged than held. */
    returned: z.int().nullable(),
    /** Quota computed from price and lines; null without a price. */
    recomputed: z.int().nullable(),
    /** True if `recomputed` equals the charged plus the written-off quota; null without a price. */
    agrees: z.boolean().nullable(),
    /** Skipped channels, then tried channels in order. */
    attempts: z.array(receiptAttempt),
  })
  .meta({ id: 'Receipt' });
export type ReceiptResponse = z.infer<typeof receiptResponse>;
