import type { PricedParts } from '../../contract/usage.js';
import { z } from 'zod';
import { QUOTA_PER_USD } from '../../contract/quota.js';
import { listedPart } from '../../contract/resources/listed-part.js';
import { priceByCall, priceByToken, type Price } from './price.js';
import type { ChargedUsage } from './usage.js';

const ratio = z.number().min(0);
const count = z.int().min(0);

/** Charge details in a row's `other` (log-other.ts). Rows from other sources lack some of them. */
const details = z.looseObject({
  /** USD per call; -1 = priced per token. */
  model_price: z.number().default(-1),
  /** USD per call, if `model_price` is that of several calls. */
  call_price: ratio.optional(),
  model_ratio: ratio.optional(),
  completion_ratio: ratio.default(0),
  group_ratio: ratio.default(1),
  user_group_ratio: ratio.optional(),
  cache_ratio: ratio.optional(),
  cache_tokens: count.optional(),
  cache_creation_tokens: count.optional(),
  /** Name of `cache_creation_tokens` in rows of some other gateways. */
  cache_write_tokens: count.optional(),
  cache_creation_ratio: ratio.optional(),
  cache_creation_ratio_5m: ratio.optional(),
  cache_creation_tokens_1h: count.optional(),
  cache_creation_ratio_1h: ratio.optional(),
  reasoning_tokens: count.optional(),
  audio_input: count.optional(),
  audio_output: count.optional(),
  audio_ratio: ratio.optional(),
  audio_completion_ratio: ratio.optional(),
  audio_cache_tokens: count.optional(),
  audio_cache_ratio: ratio.optional(),
  image_input: count.optional(),
  image_output: count.optional(),
  image_ratio: ratio.optional(),
  image_completion_ratio: ratio.optional(),
  images: count.optional(),
  calls: ratio.optional(),
  usage_unit: z.enum(['characters']).optional(),
  extras: z.record(z.string(), ratio).optional(),
  tool_surcharges: z.array(z.looseObject({ name: z.string(), count, price: ratio })).optional(),
  price_source: z.enum(['list', 'unset']).optional(),
  public_list: z.array(listedPart).optional(),
  defaulted: z.array(listedPart).optional(),
  tier_from: count.optional(),
  service_tier: z.string().optional(),
  service_tier_ratio: ratio.optional(),
  quota_per_unit: ratio.optional(),
  usage_semantic: z.string().optional(),
  claude: z.boolean().optional(),
});

/** Fails for rows that contain neither a price per call nor a ratio. */
export const loggedOther = details.refine(
  ({ model_price: price, model_ratio: modelRatio }) => price >= 0 || modelRatio !== undefined,
);
export type LoggedOther = z.infer<typeof loggedOther>;

/** The price a log row was charged at, from the row alone, independent of current prices. */
export function loggedPrice(model: string, other: LoggedOther): Price {
  // Rows without it were charged at the default.
  const quotaPerUnit = other.quota_per_unit ?? QUOTA_PER_USD;
  const tools = other.tool_surcharges ?? [];
  const toolPrices = Object.fromEntries(tools.map(({ name, price }) => [name, price]));
  if (other.model_price >= 0)
    return {
      ...priceByCall(model, other.call_price ?? other.model_price, other.group_ratio, quotaPerUnit),
      toolPrices,
      quotaPerUnit,
    };
  return priceByToken({
    model,
    source: other.price_source ?? 'tables',
    modelRatio: other.model_ratio ?? 0,
    completionRatio: other.completion_ratio,
    cacheRatio: other.cache_ratio ?? 1,
    creationRatio: other.cache_creation_ratio_5m ?? other.cache_creation_ratio ?? 1,
    creationRatio1h: other.cache_creation_ratio_1h ?? 1,
    groupRatio: other.group_ratio,
    media: {
      audioInput: other.audio_ratio ?? 1,
      audioCache: other.audio_cache_ratio,
      audioCompletion: other.audio_completion_ratio ?? 1,
      imageInput: other.image_ratio ?? 1,
      imageOutput: other.image_completion_ratio ?? other.completion_ratio,
    },
    toolPrices,
    quotaPerUnit,
    ...(other.tier_from !== undefined && { tierFrom: other.tier_from }),
    ...(other.service_tier_ratio !== undefined && { serviceTierRatio: other.service_tier_ratio }),
  });
}

/** Columns with token counts. */
export interface LoggedColumns {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Charged usage of a log row by class: the inverse of `loggedTokens` and `logOther`. */
export function loggedUsage(columns: LoggedColumns, other: LoggedOther): ChargedUsage {
  const cacheRead = other.cache_tokens ?? 0;
  const written = other.cache_creation_tokens ?? other.cache_write_tokens ?? 0;
  const cacheWrite1h = other.cache_creation_tokens_1h ?? 0;
  const {
    audio_input = 0,
    audio_output = 0,
    audio_cache_tokens = 0,
    image_input = 0,
    image_output = 0,
    reasoning_tokens = 0,
  } = other;
  const apart = other.usage_semantic === 'anthropic' || other.claude === true;
  const pieces = other.image_output ? 0 : (other.images ?? 0);
  const input =
    columns.prompt_tokens -
    audio_input -
    image_input -
    pieces -
    (apart ? 0 : cacheRead + audio_cache_tokens + written);
  const output = columns.completion_tokens - audio_output - image_output - reasoning_tokens;
  return {
    input: Math.max(0, input),
    cacheRead,
    cacheWrite5m: Math.max(0, written - cacheWrite1h),
    cacheWrite1h,
    output: Math.max(0, output),
    reasoning: reasoning_tokens,
    more: loggedMore(other),
  };
}

function loggedMore(other: LoggedOther): PricedParts | undefined {
  const {
    audio_input,
    audio_output,
    audio_cache_tokens: cached,
    image_input,
    image_output,
    images,
    calls,
    usage_unit: unit,
    extras,
    tool_surcharges: tools,
  } = other;
  const counts = [
    audio_input,
    audio_output,
    cached,
    image_input,
    image_output,
    images,
    calls,
    unit,
    extras,
    tools,
  ];
  if (counts.every((value) => value === undefined)) return undefined;
  return {
    audioInput: audio_input ?? 0,
    audioOutput: audio_output ?? 0,
    ...(cached !== undefined && { audioCacheRead: cached }),
    imageInput: image_input ?? 0,
    imageOutput: image_output ?? 0,
    ...(images !== undefined && { images }),
    ...(calls !== undefined && { calls }),
    ...(unit !== undefined && { unit }),
    ...(extras && { extras }),
    ...(tools && { tools: Object.fromEntries(tools.map((tool) => [tool.name, tool.count])) }),
  };
}
