import { withUnread } from '../../canonical/usage.js';
import { count, isRecord, list, record } from '../../json/lenient.js';
import type { UsageReport } from '../../canonical/usage-reports.js';
import { bedrockFacts } from './facts.js';

/**
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html: input tokens exclude cache reads and
 * writes, like our usage classes. Only reported fields are set.
 */
export function readUsage(value: unknown): UsageReport | undefined {
  if (!isRecord(value)) return undefined;
  const usage: UsageReport = {};
  const input = count(value.inputTokens);
  if (input !== undefined) usage.input = input;
  const output = count(value.outputTokens);
  if (output !== undefined) usage.output = output;
  const read = count(value.cacheReadInputTokens);
  if (read !== undefined) usage.cacheRead = read;
  const written = count(value.cacheWriteInputTokens);
  if (written !== undefined) usage.cacheWrite = written;
  for (const { ttl, inputTokens } of list(value.cacheDetails).map(record)) {
    const name = ttl === '1h' ? 'cacheWrite1h' : 'cacheWrite5m';
    usage[name] = (usage[name] ?? 0) + (count(inputTokens) ?? 0);
  }
  return Object.keys(usage).length > 0 ? withUnread(usage, bedrockFacts.usage.unread(value)) : undefined;
}
