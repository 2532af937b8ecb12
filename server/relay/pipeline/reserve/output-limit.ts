import type { Hold } from '../../../billing/ledger/ledger.types.js';
import { affordableOutput, chargeFor } from '../../../billing/prices/charge/charge.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../../dialects/canonical/chat.js';
import { LEAST_OUTPUT_TOKENS } from '../../../dialects/canonical/conversation/least-output.js';
import { record, type UnknownRecord } from '../../../dialects/json/lenient.js';
import type { Protocol } from '../../../dialects/protocols/protocol.js';
import { heldInput, leastCalls, limitedCalls, mostLimitableCalls } from './held-input.js';
import { heldToolCall } from './implicit-tool-calls.js';
import type { Planned } from '../stages.js';

/** What a hold that is smaller than the request's highest possible cost pays for; undefined members are not limited. */
export interface HoldLimits {
  /** Output tokens of each choice. */
  readonly outputLimit: number | undefined;
  /** Calls of the provider's tools. */
  readonly toolLimit: number | undefined;
}

const UNLIMITED: HoldLimits = { outputLimit: undefined, toolLimit: undefined };
/** Share of what the hold leaves beyond input and shortest answer that tool calls may use; the rest is for output. */
const TOOL_SHARE = 0.5;

/**
 * The limits of a request whose hold is smaller than its highest possible cost.
 * @throws ApiError user_quota_low when the hold pays for less than the smallest limits
 */
export function limitByHold(request: Planned, { amount }: Hold): HoldLimits {
  const { heldPrice: price, maxCost, model, answers, content, promptTokens } = request.plan;
  const { operation } = request.exchange;
  if (maxCost === undefined || amount >= maxCost || operation) return UNLIMITED;
  const prompt = promptWithMargin(promptTokens);
  const tool = heldToolCall(operation, model);
  const least = LEAST_OUTPUT_TOKENS * answers;
  let calls = leastCalls;
  let toolLimit: number | undefined;
  const most = mostLimitableCalls(content);
  if (most > 0) {
    const cost = (count: number) =>
      chargeFor({ ...heldInput(prompt, content, tool, limitedCalls(count)), output: least }, price);
    const oneMore = Math.max(1, cost(2) - cost(1));
    const paid = 1 + Math.max(0, Math.floor(((amount - cost(1)) * TOOL_SHARE) / oneMore));
    if (paid < most) toolLimit = paid;
    calls = limitedCalls(Math.min(paid, most));
  }
  const total = affordableOutput(amount, heldInput(prompt, content, tool, calls), price);
  if (total === Infinity) return { outputLimit: undefined, toolLimit };
  const outputLimit = Math.floor(total / answers);
  if (outputLimit < LEAST_OUTPUT_TOKENS)
    throw new ApiError('user_quota_low', { quota: amount, need: maxCost });
  return { outputLimit, toolLimit };
}

/** Tokens that providers add to a prompt (roles, separators), and a factor for estimates that are too low. */
const FRAMING = 32;
const ESTIMATE_MARGIN = 1.1;

/** The tokens that a prompt has at most, as far as its estimate can be trusted. */
export function promptWithMargin(promptTokens: number): number {
  return Math.ceil(promptTokens * ESTIMATE_MARGIN) + FRAMING;
}

/** Inserts the limits into the client's own bytes. @throws ApiError 400 where they are not valid JSON */
export function limitedBody(
  { limitOutput, limitTools }: Protocol,
  { outputLimit, toolLimit }: HoldLimits,
  body: Buffer,
): Buffer {
  try {
    const limited = outputLimit === undefined || !limitOutput ? body : limitOutput(body, outputLimit);
    return toolLimit === undefined || !limitTools ? limited : limitTools(limited, toolLimit);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ApiError('invalid_request', { detail: cause.message }, { cause });
  }
}

/** Applies the output limit to a request that is translated. */
export function limitChat(chat: CanonicalChat, outputLimit: number | undefined): void {
  if (outputLimit === undefined) return;
  if (!chat.maxTokens || chat.maxTokens > outputLimit) chat.maxTokens = outputLimit;
}

/** Members that hold the output limit in provider formats. */
export const LIMIT_MEMBERS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;
/** Google's settings of an answer, in both spellings that its API accepts, and the output limit in them. */
export const CONFIG_MEMBERS = ['generationConfig', 'generation_config'] as const;
export const CONFIG_LIMIT_MEMBERS = ['maxOutputTokens', 'max_output_tokens'] as const;

/** Lowers output limits in a channel's `param_override`, which must not raise the limit again. */
export function limitedOverride(
  { outputLimit, toolLimit }: HoldLimits,
  override: UnknownRecord,
): UnknownRecord {
  if (outputLimit === undefined && toolLimit === undefined) return override;
  const limited: Record<string, unknown> = { ...override };
  if (toolLimit !== undefined) lower(limited, 'max_tool_calls', toolLimit);
  if (outputLimit === undefined) return limited;
  for (const name of LIMIT_MEMBERS) lower(limited, name, outputLimit);
  for (const name of CONFIG_MEMBERS) {
    if (!(name in limited)) continue;
    const config: Record<string, unknown> = { ...record(limited[name]) };
    const [camel, snake] = CONFIG_LIMIT_MEMBERS;
    const spelling = snake in config && !(camel in config) ? snake : camel;
    config[spelling] ??= outputLimit;
    lower(config, spelling, outputLimit);
    limited[name] = config;
  }
  return limited;
}

function lower(values: Record<string, unknown>, name: string, limit: number): void {
  if (name in values && !(Number(values[name]) > 0 && Number(values[name]) <= limit)) values[name] = limit;
}
