import { noUsage, withUnread, type Usage } from '../../canonical/usage.js';
import { count, isRecord } from '../../json/lenient.js';
import { baiduFacts } from './facts.js';

/** Events of a stream repeat the tokens so far, at first without those of the completion. Undefined if none are reported. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const input = count(value.prompt_tokens) ?? 0;
  const output = Math.max(count(value.completion_tokens) ?? 0, (count(value.total_tokens) ?? 0) - input);
  const usage = input + output > 0 ? { ...noUsage(), input, output } : undefined;
  return withUnread(usage, baiduFacts.usage.unread(value));
}
