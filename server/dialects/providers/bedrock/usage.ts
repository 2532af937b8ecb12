import { count, isRecord, list, record } from '../../json/lenient.js';
import type { Usage } from '../../canonical/usage.js';

/**
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html: input tokens exclude cache reads and
 * writes, like our usage classes. Only reported fields are set.
 */
export function readUsage(value: unknown): Partial<Usage> | undefined {
  if (!isRecord(value)) return undefined;
  const usage: Partial<Usage> = {};
  const input = count(value.inputTokens);
  if (input !== undefined) usage.input = input;
  const output = count(value.outputTokens);
  if (output !== undefined) usage.output = output;
  const read = count(value.cacheReadInputTokens);
  if (read !== undefined) usage.cacheRead = read;
  const written = count(value.cacheWriteInputTokens);
  if (written !== undefined) {
    const long = list(value.cacheDetails)
      .map(record)
      .filter(({ ttl }) => ttl === '1h')
      .reduce((sum, { inputTokens }) => sum + (count(inputTokens) ?? 0), 0);
    usage.cacheWrite1h = Math.min(long, written);
    usage.cacheWrite5m = written - usage.cacheWrite1h;
  }
  return Object.keys(usage).length > 0 ? usage : undefined;
}
