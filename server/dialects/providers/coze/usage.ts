import { noUsage, withUnread, type Usage } from '../../canonical/usage.js';
import { count, isRecord } from '../../json/lenient.js';
import { cozeFacts } from './facts.js';

/** Tokens of all model calls of a chat. Undefined if none are reported: bots may answer without a model. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const output = count(value.output_count) ?? 0;
  const total = Math.max(count(value.token_count) ?? 0, (count(value.input_count) ?? 0) + output);
  const usage = total > 0 ? { ...noUsage(), input: total - output, output } : undefined;
  return withUnread(usage, cozeFacts.usage.unread(value));
}
