import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../canonical/usage.js';

/** OpenAI's numbers: the prompt includes all cache classes, the completion includes reasoning. */
export function renderUsage(usage: Usage): object {
  const prompt = inputTotal(usage);
  const completion = outputTotal(usage);
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: cacheReadTotal(usage),
      ...(written > 0 ? { cache_write_tokens: written } : {}),
    },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  };
}
