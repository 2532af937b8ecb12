import { cacheReadTotal, outputTotal, type Usage } from '../../canonical/usage.js';

/**
 * Anthropic's numbers: input without the cache classes, output including reasoning. Cache writes are split by lifetime only
 * when there are any.
 */
export function renderUsage(usage: Usage): object {
  const written = usage.cacheWrite5m + usage.cacheWrite1h;
  return {
    input_tokens: usage.input,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cacheReadTotal(usage),
    ...(written > 0
      ? {
          cache_creation: {
            ephemeral_5m_input_tokens: usage.cacheWrite5m,
            ephemeral_1h_input_tokens: usage.cacheWrite1h,
          },
        }
      : {}),
    output_tokens: outputTotal(usage),
  };
}
