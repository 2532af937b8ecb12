import { count, isRecord, record, type UnknownRecord } from '../../json/lenient.js';
import { serviceTierOf, type Usage } from '../../canonical/usage.js';

/**
 * OpenAI's counts include cached tokens and reasoning; canonical classes are disjoint. Variants of other providers are read,
 * too: DeepSeek's prompt_cache_hit_tokens, Moonshot's cached_tokens, and the names that gateways use for cache writes.
 * Models with audio input or output report audio tokens separately.
 */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const input = record(value.prompt_tokens_details);
  const output = record(value.completion_tokens_details);
  const prompt = count(value.prompt_tokens) ?? 0;
  const reported = count(value.completion_tokens) ?? 0;
  const completion = reported + reasoningBeside(value, prompt, reported, count(output.reasoning_tokens) ?? 0);
  // Some providers send zeros if they did not count.
  if (prompt === 0 && completion === 0) return undefined;
  const cacheRead = Math.min(
    prompt,
    largest(input.cached_tokens, value.prompt_cache_hit_tokens, value.cached_tokens),
  );
  const cacheWrite = Math.min(
    prompt - cacheRead,
    largest(input.cache_write_tokens, input.cache_creation_tokens, input.cached_creation_tokens),
  );
  const reasoning = Math.min(completion, count(output.reasoning_tokens) ?? 0);
  const heard = count(input.audio_tokens) ?? 0;
  const audioCacheRead = Math.min(
    cacheRead,
    heard,
    count(record(input.cached_tokens_details).audio_tokens) ?? 0,
  );
  const audioInput = Math.min(prompt - cacheRead - cacheWrite, heard - audioCacheRead);
  const audioOutput = Math.min(completion - reasoning, count(output.audio_tokens) ?? 0);
  const usage: Usage = {
    input: prompt - cacheRead - cacheWrite - audioInput,
    cacheRead: cacheRead - audioCacheRead,
    cacheWrite5m: cacheWrite,
    cacheWrite1h: 0,
    output: completion - reasoning - audioOutput,
    reasoning,
  };
  if (audioInput + audioOutput > 0) usage.more = { audioInput, audioOutput };
  if (audioCacheRead > 0) usage.more = { ...usage.more, audioCacheRead };
  return usage;
}

/** The usage with the service tier that the response states, unless it is the default one. */
export function served(usage: Usage | undefined, tier: unknown): Usage | undefined {
  const serviceTier = serviceTierOf(tier);
  return usage && serviceTier !== undefined ? { ...usage, serviceTier } : usage;
}

/**
 * xAI's completion tokens exclude reasoning, though it is billed as output (https://docs.x.ai/docs/api-reference). The total
 * shows this: it is the sum of all three, or it exceeds prompt and completion while there is more reasoning than completion.
 */
function reasoningBeside(
  value: UnknownRecord,
  prompt: number,
  completion: number,
  reasoning: number,
): number {
  const total = count(value.total_tokens) ?? 0;
  const beside =
    total === prompt + completion + reasoning || (reasoning > completion && total > prompt + completion);
  return reasoning > 0 && beside ? reasoning : 0;
}

function largest(...values: unknown[]): number {
  return Math.max(...values.map((value) => count(value) ?? 0));
}
