import { z } from 'zod';
import { storedTextSchema } from '../../stored-texts/schema.js';
import {
  channelChoice,
  listedPart,
  loggedFailure,
  loggedSession,
  loggedStep,
  priceSource,
  skipReason,
} from './log-terms.js';

/*
 * The details of a log row: its column `other`, JSON text or ''. Every member is declared here, and so is the value of a
 * member that a row lacks: rows of older releases and imported ones have few of them. Writers pass `LogDetailsInput`.
 */

const ratio = z.number().min(0);
const count = z.int().min(0);
/** Absent in rows without such tokens. */
const tokens = count.default(0);

/** What a charge is computed from. */
const chargeMembers = {
  /** USD of all calls of the row; -1 = priced per token. */
  model_price: z.number().default(-1),
  /** USD per call, if `model_price` is that of several calls. */
  call_price: ratio.optional(),
  /** 1 = 2 USD per million input tokens, where 1 USD is 500000 quota. Absent in rows without a price per token. */
  model_ratio: ratio.optional(),
  completion_ratio: ratio.default(0),
  group_ratio: ratio.default(1),
  /** Equal to `group_ratio` if the owner's own group decided it. Other gateways write -1 if it did not. */
  user_group_ratio: z
    .number()
    .transform((value) => (value < 0 ? undefined : value))
    .optional(),
  cache_tokens: tokens,
  cache_ratio: ratio.default(1),
  /** All tokens written to a cache. */
  cache_creation_tokens: count.optional(),
  /** Name of `cache_creation_tokens` in rows of some other gateways. */
  cache_write_tokens: tokens,
  cache_creation_ratio: ratio.default(1),
  cache_creation_tokens_5m: tokens,
  /** `cache_creation_ratio` applies if it is absent. */
  cache_creation_ratio_5m: ratio.optional(),
  cache_creation_tokens_1h: tokens,
  cache_creation_ratio_1h: ratio.default(1),
  reasoning_tokens: tokens,
  /** The row has audio. */
  audio: z.boolean().default(false),
  /** The row is of a realtime session, which has audio too. */
  ws: z.boolean().default(false),
  audio_input: tokens,
  audio_output: tokens,
  audio_ratio: ratio.default(1),
  audio_completion_ratio: ratio.default(1),
  audio_cache_tokens: tokens,
  /** `cache_ratio` applies if it is absent. */
  audio_cache_ratio: ratio.optional(),
  /** The row has images. */
  image: z.boolean().default(false),
  image_input: tokens,
  image_output: tokens,
  image_ratio: ratio.default(1),
  /** `completion_ratio` applies if it is absent. */
  image_completion_ratio: ratio.optional(),
  images: count.optional(),
  calls: ratio.optional(),
  usage_unit: z.enum(['characters']).optional(),
  extras: z.record(z.string(), ratio).optional(),
  /** Prices in USD per thousand calls. */
  tool_surcharges: z.array(z.object({ name: z.string(), count, price: ratio })).default([]),
  price_source: priceSource.default('tables'),
  /** Parts of a price of the operator's own that come from the public list. */
  public_list: z.array(listedPart).default([]),
  /** Parts of the price that were set nowhere. */
  defaulted: z.array(listedPart).default([]),
  /** Minimum input tokens of the price tier. */
  tier_from: count.optional(),
  service_tier: z.string().default(''),
  /** Already included in `model_ratio`. */
  service_tier_ratio: ratio.default(1),
  /** Quota units per USD, where the price needs it. */
  quota_per_unit: ratio.optional(),
  /** `UsageSemantics`; other gateways may write others. */
  usage_semantic: z.string().default(''),
  /** The same as `usage_semantic` `anthropic`. */
  claude: z.boolean().default(false),
};

/** A text in rows of this gateway, since consoles of the compatible API join them. */
const channelId = z.union([z.string().regex(/^\d{1,15}$/), z.int().min(0)]).transform(Number);

/** For administrators only: removed from the rows that users read. */
const adminInfo = z.object({
  /** Channels tried, in order. */
  use_channel: z.array(channelId).default([]),
  /** Failures of the first of these channels, in the same order. */
  failures: z.array(loggedFailure).default([]),
  skipped: z.array(z.object({ channel: channelId, reason: skipReason })).default([]),
  /** HTTP status of the provider's last answer to a request that failed, before the operator's mapping; 0 = none. */
  upstream_status: z.int().optional(),
  /** What it said, without secrets. */
  upstream_message: z.string().optional(),
  /** Milliseconds from the last call to its first data, where it answered. */
  first_token_ms: z.int().nonnegative().optional(),
  chosen: channelChoice.default('drawn'),
  /** Who acted, in rows of actions. */
  admin_id: z.int().optional(),
  admin_username: z.string().optional(),
  /** The changed values. */
  before: z.unknown().optional(),
  after: z.unknown().optional(),
  /** Of a deletion of old rows: Unix seconds, and how many rows. */
  target_timestamp: z.number().optional(),
  count: z.int().optional(),
});

/** Of requests that ended in an error. Other gateways of the compatible API have the first three too. */
const errorMembers = {
  /** HTTP status that the client got. */
  status_code: z.int().optional(),
  /** Code and kind of the error that the client got. */
  error_code: z.string().optional(),
  error_type: z.string().optional(),
  /** An error of the gateway itself, whose text readers get in their language: `errors/codes.ts`. */
  error: z
    .object({
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .optional(),
  /** The row stands for that many further requests that failed in the same way within a minute. */
  suppressed: count.optional(),
};

/** How a request was served, and what rows that are not requests have. */
const otherMembers = {
  request_id: z.string().default(''),
  /** The path that was called, without its query. */
  request_path: z.string().optional(),
  /** Quota units held before the charge was known. */
  held: z.int().optional(),
  /** The amount that was held did not depend on the request (option FlatHoldEnabled). */
  flat_hold: z.boolean().default(false),
  /** Quota units that no balance paid. */
  uncollected: count.default(0),
  /** `UsageSource`; other gateways may write others. */
  usage_source: z.string().default(''),
  /** Tokens as reported, where fewer were charged. */
  usage_capped: z.object({ input: z.int(), output: z.int() }).optional(),
  steps: z.array(loggedStep).default([]),
  /** The model that wrote the answer, where the provider chose another one. */
  served_by: z.string().optional(),
  /** The model that the client requested, where a larger one was called. */
  asked_model: z.string().optional(),
  /** Output tokens of each choice, and calls of provider tools, that the balance paid for. */
  output_limit: count.optional(),
  tool_limit: count.optional(),
  /** Number of channels called. */
  attempts: count.optional(),
  /** Milliseconds until the first data; 0 and less = none. */
  frt: z.number().default(0),
  is_model_mapped: z.boolean().default(false),
  upstream_model_name: z.string().default(''),
  is_system_prompt_overwritten: z.boolean().default(false),
  reasoning_effort: z.string().default(''),
  upstream_request_id: z.string().optional(),
  /** Of streamed responses. Read it with `endReasonOf`. */
  stream_status: z.object({ status: z.string().optional(), end_reason: z.string() }).optional(),
  /** `stream_status.end_reason` in rows of some other gateways. */
  end_reason: z.string().default(''),
  /** The group, in rows of some other gateways. */
  group: z.string().default(''),
  /** Text tokens of rows with audio. */
  text_input: count.optional(),
  text_output: count.optional(),
  session: loggedSession.optional(),
  task_id: z.string().optional(),
  /** Factors of a task's number of calls. */
  ratios: z.record(z.string(), ratio).default({}),
  /** Of the row that settles a task: tokens that the upstream reported. */
  settled_tokens: count.optional(),
  /** Of a refund, quota units. */
  refunded_quota: count.optional(),
  /** The row is of a channel test. */
  test: z.boolean().default(false),
  /** The option that was changed. */
  option: z.object({ key: z.string(), before: z.string(), after: z.string() }).optional(),
  /**
   * The code and the parameters of the sentence in `content`, from which readers build it in their language. Rows of relay
   * requests lack it: their `content` states the price, which `other` has as numbers.
   */
  text: storedTextSchema.optional(),
  admin_info: adminInfo.prefault({}),
};

const logDetails = z.object({ ...chargeMembers, ...errorMembers, ...otherMembers });

/** The details of a row as readers see them. */
export type LogDetails = z.output<typeof logDetails>;
/** The details of a row as writers state them: what is absent has the value that the schema states. */
export type LogDetailsInput = z.input<typeof logDetails>;

/**
 * The members that a charge is computed from. Fails for rows without a price per call or a ratio, and for those in which one
 * of them is malformed: from the others, another charge would follow.
 */
export const loggedCharge = z
  .object(chargeMembers)
  .refine(({ model_price: price, model_ratio: modelRatio }) => price >= 0 || modelRatio !== undefined);
export type LoggedCharge = z.output<typeof loggedCharge>;

/**
 * Reads the column `other`. Malformed members count as absent, unknown ones are ignored, and a text that is not a JSON object
 * has no members.
 */
export function readLogDetails(other: string): LogDetails {
  const members = objectOf(other);
  const read = logDetails.safeParse(members);
  return read.success ? read.data : logDetails.parse(without(members, read.error.issues));
}

/** @returns undefined for a row from which its charge cannot be computed */
export function readLoggedCharge(other: string): LoggedCharge | undefined {
  return loggedCharge.safeParse(objectOf(other)).data;
}

/**
 * How the request of a row ended: one of `endReasons`, or whatever an imported row has. '' for responses that were not
 * streamed.
 */
export function endReasonOf({ stream_status: stream, end_reason: imported }: LogDetails): string {
  return stream?.end_reason ?? imported;
}

/** Whether `prompt_tokens` of the row excludes cached tokens. */
export function excludesCache({ claude, usage_semantic }: LoggedCharge): boolean {
  return claude || usage_semantic === 'anthropic';
}

/** Tokens written to a cache. */
export function cacheWrites(charge: LoggedCharge): number {
  return Math.max(
    charge.cache_creation_tokens ?? charge.cache_write_tokens,
    charge.cache_creation_tokens_5m + charge.cache_creation_tokens_1h,
  );
}

/** The ratio of cache writes with a lifetime of 5 minutes or an unknown one. */
export function cacheWriteRatio(charge: LoggedCharge): number {
  return charge.cache_creation_ratio_5m ?? charge.cache_creation_ratio;
}

type Members = Readonly<Record<string, unknown>>;

function objectOf(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    // Imported rows may have any text.
    return {};
  }
}

/** The members without those that have issues; of `admin_info`, without those of its members. */
function without(members: Members, issues: readonly z.core.$ZodIssue[]): Members {
  const accepted: Record<string, unknown> = { ...members };
  for (const { path } of issues) {
    const [name, inner] = path.map(String);
    if (name === undefined) continue;
    const value = accepted[name];
    if (name === 'admin_info' && inner !== undefined && isObject(value)) {
      const { [inner]: _malformed, ...others } = value;
      accepted[name] = others;
    } else delete accepted[name];
  }
  return accepted;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
