import { affordableOutput } from '../../billing/prices/charge.js';
import { ApiError } from '../../core/api-error.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import { known, type RelayContext } from './context.js';
import { implicitToolCall, withCall } from './implicit-tool-calls.js';

/** OpenAI's Responses take no smaller limit: https://platform.openai.com/docs/api-reference/responses/create */
const LEAST_LIMIT = 16;

/**
 * Works out, once the hold is granted, how many output tokens it pays for where that is less than the request may cost,
 * and limits the answer to them. Requests whose hold covers what is possible stay as they are.
 * @throws Refusal user_quota_low when it does not pay for any
 */
export function limitByHold(context: RelayContext): void {
  context.outputLimit = undefined;
  const { price, promptTokens, possible, model } = known(context.plan);
  const { amount } = known(context.hold);
  const { operation } = context.exchange;
  if (possible === undefined || amount >= possible || operation) return;
  const input = inputOf(context, promptTokens);
  const tool = implicitToolCall(operation, model);
  const total = affordableOutput(amount, tool ? withCall(input, tool) : input, price);
  if (total === Infinity) return;
  const { answers = 1 } = known(context.read);
  const limit = Math.floor(total / answers);
  if (limit < 1) throw new ApiError('user_quota_low', { quota: amount, need: possible });
  context.outputLimit = Math.max(limit, LEAST_LIMIT);
}

/** Tokens that providers add to a prompt (roles, separators), and what the estimate may be too low. */
const FRAMING = 32;
const ESTIMATE_MARGIN = 1.1;

/** The prompt at the dearest class it may be charged by. */
function inputOf({ exchange: { protocol, body } }: RelayContext, estimate: number): Usage {
  const promptTokens = Math.ceil(estimate * ESTIMATE_MARGIN) + FRAMING;
  if (protocol.name !== 'anthropic-messages' || !body.includes('"cache_control"'))
    return { ...noUsage(), input: promptTokens };
  return body.includes('"1h"')
    ? { ...noUsage(), cacheWrite1h: promptTokens }
    : { ...noUsage(), cacheWrite5m: promptTokens };
}

/** The client's own bytes with the limit in them. @throws Refusal 400 where they turn out to be no JSON */
export function limitedBody({ outputLimit, exchange: { protocol } }: RelayContext, body: Buffer): Buffer {
  if (outputLimit === undefined || !protocol.limitOutput) return body;
  try {
    return protocol.limitOutput(body, outputLimit);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new ApiError('invalid_request', { detail: cause.message }, { cause });
  }
}

/** The same for a request that is translated. */
export function limitChat({ outputLimit }: RelayContext, chat: CanonicalChat): void {
  if (outputLimit === undefined) return;
  if (!chat.maxTokens || chat.maxTokens > outputLimit) chat.maxTokens = outputLimit;
}

/** Members that hold the limit in the formats of our providers. */
const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens'] as const;

/** A channel's `param_override` cannot raise the limit again. */
export function limitedOverride(
  { outputLimit }: RelayContext,
  override: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (outputLimit === undefined || !override) return override;
  const limited: Record<string, unknown> = { ...override };
  for (const name of LIMITS)
    if (name in limited && !(Number(limited[name]) > 0 && Number(limited[name]) <= outputLimit))
      limited[name] = outputLimit;
  const { generationConfig: config } = limited;
  if (typeof config === 'object' && config !== null)
    limited.generationConfig = { ...config, maxOutputTokens: outputLimit };
  return limited;
}
