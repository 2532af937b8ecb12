import type { PricedParts } from '../../../contract/usage.js';
import type { LogDetailsInput } from '../../../contract/resources/logs/log-details.js';
import type {
  ChannelChoice,
  ListedPart,
  LoggedFailure,
  LoggedSession,
  LoggedStep,
  SkipReason,
  UsageSemantics,
  UsageSource,
} from '../../../contract/resources/logs/log-terms.js';
import { pricedTools } from '../charge/charge-more.js';
import { effectivePrice, type Price } from '../price.js';
import type { ChargedUsage } from '../charge/usage.js';

/** Facts stored in a consumption row, from which its charge can be recomputed. */
export interface RequestFacts {
  readonly requestId: string;
  /** Path and query as called; undefined for tasks. */
  readonly path?: string;
  readonly price: Price;
  readonly usage: ChargedUsage;
  readonly semantics: UsageSemantics;
  readonly usageSource: UsageSource;
  /**
   * Channels tried, in order; the last one served the request unless `failures` covers it too. Shown to administrators
   * only.
   */
  readonly channels: readonly number[];
  /** Upstream model name, if a mapping changed it. */
  readonly upstreamModel: string | undefined;
  /** True if the channel's system prompt was put before the client's own. */
  readonly systemPromptBefore?: boolean;
  /** Milliseconds from the request's arrival to the first upstream data; undefined without any data. */
  readonly firstDataMs: number | undefined;
  /** Milliseconds from the last call to its first data, where it answered. */
  readonly answeredAfterMs?: number | undefined;
  /** How the stream ended; undefined for non-streamed responses. */
  readonly stream: { readonly status: 'ok' | 'error'; readonly endReason: string } | undefined;
  readonly reasoningEffort?: string | undefined;
  readonly upstreamRequestId?: string | undefined;
  /** Quota that was held when the request was settled. */
  readonly held?: number | undefined;
  /** Failures of the first `channels`, in the same order. */
  readonly failures?: readonly LoggedFailure[];
  /** Channels skipped during selection. */
  readonly skipped?: readonly LoggedSkip[];
  /** Why this channel was chosen; undefined when it was selected by priority and weight. */
  readonly chosen?: Exclude<ChannelChoice, 'drawn'> | undefined;
  /** Model calls that the provider made besides the requested one. */
  readonly steps?: readonly LoggedStep[];
  /** The model that wrote the answer, where the provider chose another one. */
  readonly servedBy?: string | undefined;
  /** True if the held amount did not depend on the request. It explains an amount that no balance paid. */
  readonly flatHold?: boolean;
  /** Tokens as the provider reported them, where fewer were charged. */
  readonly implausible?: { readonly input: number; readonly output: number } | undefined;
  /** Output tokens of each choice, and calls of provider tools, that the hold pays for, if they limit the request. */
  readonly outputLimit?: number | undefined;
  readonly toolLimit?: number | undefined;
  readonly context?: LoggedContext | undefined;
  readonly task?: LoggedTask;
}

/** What the row of a request also has that was sent for a smaller model, or is one response of a realtime session. */
export type LoggedContext =
  /** The model that the client requested. The request was too long for it, so that a larger one was called. */
  | { readonly requestedModel: string }
  /** The session so far, and the usage of this response. */
  | { readonly session: LoggedSession; readonly usage: ChargedUsage };

export interface LoggedTask {
  /** The id that clients know. */
  readonly id: string;
  /** Factors of the number of calls; undefined where tokens are charged. */
  readonly ratios: Readonly<Record<string, number>> | undefined;
}

export interface LoggedSkip {
  readonly channelId: number;
  readonly reason: SkipReason;
}

/** Longest path that is stored, characters; a client may send any. */
const MAX_PATH_LENGTH = 200;

/** A path as rows have it: without its query, which may contain a key. */
export function loggedPath(path: string): string {
  const query = path.indexOf('?');
  return path.slice(0, query === -1 ? MAX_PATH_LENGTH : Math.min(query, MAX_PATH_LENGTH));
}

/** Error codes come from providers and may be of any length. */
const MAX_CODE_LENGTH = 64;

/** Values of the columns prompt_tokens and completion_tokens. */
export function loggedTokens(
  usage: ChargedUsage,
  semantics: UsageSemantics,
): { promptTokens: number; completionTokens: number } {
  const { more } = usage;
  // Images priced per piece are counted in the token columns.
  const pieces = more?.images !== undefined && !more.imageOutput ? more.images : 0;
  const cached = usage.cacheRead + (more?.audioCacheRead ?? 0) + usage.cacheWrite5m + usage.cacheWrite1h;
  const input = usage.input + (more?.audioInput ?? 0) + (more?.imageInput ?? 0) + pieces;
  return {
    promptTokens: semantics === 'anthropic' ? input : input + cached,
    completionTokens: usage.output + usage.reasoning + (more?.audioOutput ?? 0) + (more?.imageOutput ?? 0),
  };
}

/**
 * The tokens of a request wherever they are summed: input, cached input included, and output. Additional model calls of the
 * provider are not part of it; the receipt lists them.
 */
export function totalTokens(usage: ChargedUsage): number {
  const { promptTokens, completionTokens } = loggedTokens(usage, 'openai');
  return promptTokens + completionTokens;
}

/** Whether a part of the price decided the charge. */
function isUsed(part: ListedPart, usage: ChargedUsage): boolean {
  if (part === 'completion_ratio') return usage.output + usage.reasoning > 0;
  if (part === 'cache_ratio') return usage.cacheRead > 0;
  return part === 'model_ratio' || usage.cacheWrite5m + usage.cacheWrite1h > 0;
}

/** The value of the column `other` in the row of a request. */
export function logDetailsOf(facts: RequestFacts): LogDetailsInput {
  const { price, usage, context, task } = facts;
  const claude = facts.semantics === 'anthropic';
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  const other: LogDetailsInput = {
    model_ratio: price.modelRatio,
    group_ratio: price.groupRatio,
    completion_ratio: price.completionRatio,
    cache_tokens: usage.cacheRead,
    cache_ratio: price.cacheRatio,
    // Consoles of the compatible API show it as what the request cost.
    model_price: effectivePrice(price, usage),
    usage_semantic: facts.semantics,
    usage_source: facts.usageSource,
    // Consoles of the compatible API divide it for every streamed row.
    frt: facts.firstDataMs ?? (facts.stream && 0),
    request_id: facts.requestId,
    attempts: facts.channels.length,
    held: facts.held,
    admin_info: attemptDetails(facts),
  };
  if (facts.path !== undefined) other.request_path = loggedPath(facts.path);
  if (price.userGroupRatio !== undefined) other.user_group_ratio = price.userGroupRatio;
  if (price.source !== 'tables') other.price_source = price.source;
  // `price_source` says it of the whole price.
  if (price.listed && price.source !== 'list') other.public_list = [...price.listed];
  const defaulted = price.defaulted?.filter((part) => isUsed(part, usage));
  if (defaulted?.length) other.defaulted = defaulted;
  if (price.tierFrom !== undefined) other.tier_from = price.tierFrom;
  if (usage.serviceTier !== undefined) {
    other.service_tier = usage.serviceTier;
    // Already included in model_ratio.
    other.service_tier_ratio = price.serviceTierRatio ?? 1;
  }
  if (price.modelPrice !== -1) other.quota_per_unit = price.quotaPerUnit;
  if (other.model_price !== price.modelPrice) other.call_price = price.modelPrice;
  if (usage.reasoning > 0) other.reasoning_tokens = usage.reasoning;
  if (claude) other.claude = true;
  if (claude || written > 0) {
    other.cache_creation_tokens = written;
    other.cache_creation_ratio = price.creationRatio;
  }
  if (usage.cacheWrite1h > 0) {
    other.cache_creation_tokens_5m = usage.cacheWrite5m;
    other.cache_creation_ratio_5m = price.creationRatio;
    other.cache_creation_tokens_1h = usage.cacheWrite1h;
    other.cache_creation_ratio_1h = price.creationRatio1h;
  }
  if (usage.more) Object.assign(other, moreOf(usage.more, price));
  if (other.audio) {
    // What consoles of the compatible API show beside the audio tokens.
    other.text_input = usage.input + usage.cacheRead;
    other.text_output = usage.output + usage.reasoning;
  }
  if (facts.upstreamModel !== undefined) {
    other.is_model_mapped = true;
    other.upstream_model_name = facts.upstreamModel;
  }
  if (facts.systemPromptBefore) other.is_system_prompt_overwritten = true;
  if (facts.reasoningEffort !== undefined) other.reasoning_effort = facts.reasoningEffort;
  if (facts.upstreamRequestId !== undefined) other.upstream_request_id = facts.upstreamRequestId;
  if (facts.stream) other.stream_status = { status: facts.stream.status, end_reason: facts.stream.endReason };
  if (facts.steps?.length) other.steps = [...facts.steps];
  if (facts.flatHold) other.flat_hold = true;
  if (facts.servedBy !== undefined) other.served_by = facts.servedBy;
  if (facts.implausible) other.usage_capped = facts.implausible;
  if (facts.outputLimit !== undefined) other.output_limit = facts.outputLimit;
  if (facts.toolLimit !== undefined) other.tool_limit = facts.toolLimit;
  if (context) Object.assign(other, contextOf(context, price));
  if (task) {
    other.task_id = task.id;
    if (task.ratios && Object.keys(task.ratios).length > 0) other.ratios = task.ratios;
  }
  return other;
}

function contextOf(context: LoggedContext, { media }: Price): LogDetailsInput {
  if ('requestedModel' in context) return { asked_model: context.requestedModel };
  const { session, usage } = context;
  return {
    ws: true,
    audio_input: usage.more?.audioInput ?? 0,
    audio_output: usage.more?.audioOutput ?? 0,
    text_input: usage.input + usage.cacheRead,
    text_output: usage.output + usage.reasoning,
    audio_ratio: media?.audioInput,
    audio_completion_ratio: media?.audioCompletion,
    session,
  };
}

/** Details for administrators only. Empty parts are omitted, since most requests succeed at the first attempt. */
export function attemptDetails({
  channels,
  failures,
  skipped,
  answeredAfterMs,
  chosen,
}: Pick<RequestFacts, 'channels' | 'failures' | 'skipped' | 'answeredAfterMs' | 'chosen'>): NonNullable<
  LogDetailsInput['admin_info']
> {
  const info: NonNullable<LogDetailsInput['admin_info']> = { use_channel: channels.map(String) };
  if (failures?.length)
    info.failures = failures.map(({ status, code, detail, ms, first_token_ms }) => ({
      status,
      code: code.slice(0, MAX_CODE_LENGTH),
      ...(detail !== undefined && { detail: detail.slice(0, MAX_CODE_LENGTH) }),
      ...(ms !== undefined && { ms }),
      ...(first_token_ms !== undefined && { first_token_ms }),
    }));
  if (skipped?.length)
    info.skipped = skipped.map(({ channelId, reason }) => ({ channel: String(channelId), reason }));
  if (answeredAfterMs !== undefined) info.first_token_ms = answeredAfterMs;
  if (chosen) info.chosen = chosen;
  return info;
}

/** Details of separately priced classes, so that a charge can be recomputed from the row alone. */
function moreOf(more: PricedParts, price: Price): LogDetailsInput {
  const other: LogDetailsInput = {};
  const { media } = price;
  if (more.audioInput || more.audioOutput) {
    other.audio = true;
    other.audio_input = more.audioInput ?? 0;
    other.audio_output = more.audioOutput ?? 0;
    other.audio_ratio = media?.audioInput;
    other.audio_completion_ratio = media?.audioCompletion;
  }
  if (more.audioCacheRead) {
    other.audio = true;
    other.audio_cache_tokens = more.audioCacheRead;
    other.audio_cache_ratio = media?.audioCache ?? price.cacheRatio;
  }
  if (more.images !== undefined || more.imageInput || more.imageOutput) other.image = true;
  if (more.imageInput || more.imageOutput) {
    other.image_input = more.imageInput ?? 0;
    other.image_output = more.imageOutput ?? 0;
    other.image_ratio = media?.imageInput;
    other.image_completion_ratio = media?.imageOutput;
  }
  if (more.images !== undefined) other.images = more.images;
  if (more.calls !== undefined) other.calls = more.calls;
  if (more.unit !== undefined) other.usage_unit = more.unit;
  if (more.extras) other.extras = { ...more.extras };
  const tools = pricedTools(more, price);
  if (tools.length > 0) {
    other.tool_surcharges = tools;
    other.quota_per_unit = price.quotaPerUnit;
  }
  return other;
}
