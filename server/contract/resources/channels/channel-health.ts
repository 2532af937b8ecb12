import { z } from 'zod';
import { flagParameter, integerParameter } from '../../query.js';

/** Failed calls, one after the other, from which a model of a channel counts as failing. */
export const FAILING_STREAK = 3;
/** Milliseconds to the first data, in 95 % of the answers, above which a channel counts as slow. */
export const SLOW_FIRST_TOKEN_MS = 10_000;
/** Answers within the hour from which a channel can count as slow. */
export const SLOW_MIN_ANSWERS = 20;
/** Hours of its present use that a balance lasts, below which it counts as low. */
export const LOW_BALANCE_HOURS = 24;
/** Slots of the strip. */
export const STRIP_SLOTS = 12;
/** Seconds of a slot. */
export const SLOT_SECONDS = 300;

/**
 * Why a channel needs attention, the most urgent reason first:
 * `disabled`: the gateway disabled it; `failing`: the last calls with one of its models all failed; `failed_test`: its last test
 * failed; `slow`, `low_balance`; `never_tested`: it was neither tested nor called within the hour.
 */
export const ATTENTION_REASONS = [
  'disabled',
  'failing',
  'failed_test',
  'slow',
  'low_balance',
  'never_tested',
] as const;
export const attentionReason = z.enum(ATTENTION_REASONS);
export type AttentionReason = z.infer<typeof attentionReason>;

const stripSlot = z.strictObject({
  attempts: z.int(),
  failures: z.int(),
});

/** What the gateway's own calls of a channel show, within the last hour unless stated otherwise. Tests are not counted. */
export const channelHealthResponse = z
  .strictObject({
    /** The channel. */
    id: z.int(),
    attempts: z.int().describe('Calls.'),
    failures: z.int().describe('Calls that failed through no fault of the request.'),
    rate_limited: z.int().describe('Failures with status 429.'),
    strip: z.array(stripSlot).describe(`${STRIP_SLOTS} slots of ${SLOT_SECONDS} seconds, the latest last.`),
    first_token_p50: z
      .int()
      .nullable()
      .describe(
        'Milliseconds from the call to the first data, median; null: no answers. At most 15 % off, like `first_token_p95`.',
      ),
    first_token_p95: z.int().nullable(),
    per_minute: z.number().describe('Calls a minute, within the five minutes before the present one.'),
    cached_share: z
      .number()
      .nullable()
      .describe('Part of the input tokens that were read from a cache, 0 to 1; null: no input.'),
    quota_today: z.int().describe('Quota units charged for its answers since `today`.'),
    margin_today: z
      .int()
      .nullable()
      .describe(
        'Quota units charged since the hour of `today`, minus what they cost the operator; null: no purchase price is known.',
      ),
    balance_hours: z
      .number()
      .nullable()
      .describe(
        'Hours that the balance lasts if the charges of the last 24 hours continue; null: not known, or nothing was charged.',
      ),
    failing_models: z
      .array(z.string())
      .describe(`Models whose last calls failed, at least ${FAILING_STREAK} one after the other.`),
    attention: z
      .array(attentionReason)
      .describe('Why it needs attention; empty for channels that are disabled by hand or drained.'),
  })
  .meta({ id: 'ChannelHealth' });
export type ChannelHealthResponse = z.infer<typeof channelHealthResponse>;

/** Channels that were called within the day or need attention; the others are left out. */
export const channelHealthListResponse = z.array(channelHealthResponse);

/** Columns by which lists of channels can be sorted. `trouble`: channels that need attention first. */
export const CHANNEL_SORTS = [
  'trouble',
  'name',
  'type',
  'response_time',
  'balance',
  'priority',
  'weight',
  'success',
  'first_token',
  'per_minute',
  'rate_limited',
  'cached_share',
  'quota_today',
  'margin_today',
] as const;
export type ChannelSort = (typeof CHANNEL_SORTS)[number];

/** Query parameters of lists of channels. */
export const channelSortParameters = {
  sort: z
    .enum(['', ...CHANNEL_SORTS])
    .optional()
    .transform((sort) => sort || undefined)
    .describe('Column; absent: by priority. Without effect in tag mode.'),
  descending: flagParameter('Highest values first, and the least urgent trouble.'),
  today: integerParameter(
    "As in the list of the channels' health, for the sorting by `quota_today` and `margin_today`.",
  ),
};

export const channelHealthQuery = z.object({
  today: integerParameter(
    "Unix seconds: the beginning of the viewer's day, at most 48 hours ago; UTC midnight if absent.",
  ),
});
export type ChannelHealthQuery = z.infer<typeof channelHealthQuery>;
