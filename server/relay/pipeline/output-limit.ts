import type { Hold } from '../../billing/ledger/ledger.types.js';
import { affordableOutput } from '../../billing/prices/charge.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import { LEAST_OUTPUT_TOKENS } from '../../dialects/canonical/least-output.js';
import { noUsage, type Usage } from '../../dialects/canonical/usage.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import { implicitToolCall, withCall } from './implicit-tool-calls.js';
import type { Planned } from './stages.js';

/**
 * The output limit of a hold that is smaller than the request's highest possible cost: the tokens of each choice that it
 * pays for. Undefined for requests whose hold covers the highest cost.
 * @throws ApiError user_quota_low when the hold pays for less than the smallest limit
 */
export function limitByHold(request: Planned, { amount }: Hold): number | undefined {
  const { price, promptTokens, maxCost, model } = request.plan;
  const { operation } = request.exchange;
  if (maxCost === undefined || amount >= maxCost || operation) return undefined;
  const input = inputOf(request, promptTokens);
  const tool = implicitToolCall(operation, model);
  const total = affordableOutput(amount, tool ? withCall(input, tool) : input, price);
  if (total === Infinity) return undefined;
  const { answers = 1 } = request.params;
  const limit = Math.floor(total / answers);
  if (limit < LEAST_OUTPUT_TOKENS) throw new ApiError('user_quota_low', { quota: amount, need: maxCost });
  return limit;
}

/** Tokens that providers add to a prompt (roles, separators), and a factor for estimates that are too low. */
const FRAMING = 32;
const ESTIMATE_MARGIN = 1.1;

/** The prompt, counted in the most expensive class it may be charged at. */
function inputOf({ exchange: { protocol }, body }: Planned, estimate: number): Usage {
  const promptTokens = Math.ceil(estimate * ESTIMATE_MARGIN) + FRAMING;
  if (protocol.name !== 'anthropic-messages' || !body.includes('"cache_control"'))
    return { ...noUsage(), input: promptTokens };
  return body.includes('"1h"')
    ? { ...noUsage(), cacheWrite1h: promptTokens }
    : { ...noUsage(), cacheWrite5m: promptTokens };
}

/** Inserts the output limit into the client's own bytes. @throws ApiError 400 where they are not valid JSON */
export function limitedBody(protocol: Protocol, outputLimit: number | undefined, body: Buffer): Buffer {
  if (outputLimit === undefined || !protocol.limitOutput) return body;
  try {
    return protocol.limitOutput(body, outputLimit);
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

/** Lowers output limits in a channel's `param_override`, which must not raise the limit again. */
export function limitedOverride(
  outputLimit: number | undefined,
  override: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (outputLimit === undefined) return override;
  const limited: Record<string, unknown> = { ...override };
  for (const name of LIMIT_MEMBERS)
    if (name in limited && !(Number(limited[name]) > 0 && Number(limited[name]) <= outputLimit))
      limited[name] = outputLimit;
  const { generationConfig: config } = limited;
  if (typeof config === 'object' && config !== null)
    limited.generationConfig = { ...config, maxOutputTokens: outputLimit };
  return limited;
}
