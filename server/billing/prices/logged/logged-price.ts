import type { PricedParts } from '../../../contract/usage.js';
import { QUOTA_PER_USD } from '../../../contract/quota.js';
import {
  cacheWriteRatio,
  cacheWrites,
  excludesCache,
  type LoggedCharge,
} from '../../../contract/resources/logs/log-details.js';
import { priceByCall, priceByToken, type Price } from '../price.js';
import type { ChargedUsage } from '../charge/usage.js';

/** The price a log row was charged at, from the row alone, independent of current prices. */
export function loggedPrice(model: string, other: LoggedCharge): Price {
  // Rows without it were charged at the default.
  const quotaPerUnit = other.quota_per_unit ?? QUOTA_PER_USD;
  const toolPrices = Object.fromEntries(other.tool_surcharges.map(({ name, price }) => [name, price]));
  if (other.model_price >= 0)
    return {
      ...priceByCall(model, other.call_price ?? other.model_price, other.group_ratio, quotaPerUnit),
      toolPrices,
      quotaPerUnit,
    };
  return priceByToken({
    model,
    source: other.price_source,
    modelRatio: other.model_ratio ?? 0,
    completionRatio: other.completion_ratio,
    cacheRatio: other.cache_ratio,
    creationRatio: cacheWriteRatio(other),
    creationRatio1h: other.cache_creation_ratio_1h,
    groupRatio: other.group_ratio,
    media: {
      audioInput: other.audio_ratio,
      audioCache: other.audio_cache_ratio,
      audioCompletion: other.audio_completion_ratio,
      imageInput: other.image_ratio,
      imageOutput: other.image_completion_ratio ?? other.completion_ratio,
    },
    toolPrices,
    quotaPerUnit,
    ...(other.tier_from !== undefined && { tierFrom: other.tier_from }),
    serviceTierRatio: other.service_tier_ratio,
  });
}

/** Columns with token counts. */
export interface LoggedColumns {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

/** Charged usage of a log row by class: the inverse of `loggedTokens` and `logDetailsOf`. */
export function loggedUsage(columns: LoggedColumns, other: LoggedCharge): ChargedUsage {
  const { audio_input, audio_output, audio_cache_tokens, image_input, image_output, reasoning_tokens } =
    other;
  const cacheRead = other.cache_tokens;
  const written = cacheWrites(other);
  const cacheWrite1h = other.cache_creation_tokens_1h;
  const pieces = image_output > 0 ? 0 : (other.images ?? 0);
  const input =
    columns.prompt_tokens -
    audio_input -
    image_input -
    pieces -
    (excludesCache(other) ? 0 : cacheRead + audio_cache_tokens + written);
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

function loggedMore(other: LoggedCharge): PricedParts | undefined {
  const { audio_input, audio_output, audio_cache_tokens, image_input, image_output } = other;
  const { images, calls, usage_unit: unit, extras, tool_surcharges: tools } = other;
  const counted = audio_input + audio_output + audio_cache_tokens + image_input + image_output;
  const isPlain =
    counted === 0 &&
    !(other.audio || other.ws || other.image) &&
    [images, calls, unit, extras].every((value) => value === undefined) &&
    tools.length === 0;
  if (isPlain) return undefined;
  return {
    audioInput: audio_input,
    audioOutput: audio_output,
    audioCacheRead: audio_cache_tokens,
    imageInput: image_input,
    imageOutput: image_output,
    ...(images !== undefined && { images }),
    ...(calls !== undefined && { calls }),
    ...(unit !== undefined && { unit }),
    ...(extras && { extras }),
    ...(tools.length > 0 && { tools: Object.fromEntries(tools.map((tool) => [tool.name, tool.count])) }),
  };
}
