import { cacheReadTotal, inputTotal, outputTotal, type Usage } from '../../canonical/usage.js';

/** Input includes all cache classes, output includes reasoning. */
export function renderUsage(usage: Usage): object {
  const input = inputTotal(usage);
  const output = outputTotal(usage);
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cacheReadTotal(usage),
      ...(written > 0 && { cache_write_tokens: written }),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + output,
  };
}
