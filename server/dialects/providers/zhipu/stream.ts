import type { CanonicalEvent } from '../../canonical/events.js';
import { noUsage, withUnread, type Usage } from '../../canonical/usage.js';
import { count, isRecord, parseRecord, record, text } from '../../json/lenient.js';
import { zhipuFacts } from './facts.js';
import type { Frame } from '../../kit/provider.js';
import { failureOf } from './errors.js';

/** Creates a reader for one stream of events from `EventDecoder`. */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  let started = false;
  return ({ name, data }) => {
    const { id, text: said, meta } = parseRecord(data);
    if (name === 'error') return [{ type: 'error', failure: failureOf(text(said)) }];
    const events: CanonicalEvent[] = [];
    if (!started) events.push({ type: 'start', id: text(id), model: '' });
    started = true;
    if (text(said) !== '') events.push({ type: 'text-delta', text: text(said) });
    if (name !== 'finish' && name !== 'interrupted') return events;
    const usage = readUsage(record(meta).usage);
    if (usage) events.push({ type: 'usage', usage });
    // Streams are interrupted when their content is not allowed.
    events.push(
      name === 'finish'
        ? { type: 'finish', reason: 'stop' }
        : { type: 'finish', reason: 'content-filter', raw: name },
    );
    return [...events, { type: 'done' }];
  };
}

/** Undefined if no tokens are reported. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const input = count(value.prompt_tokens) ?? 0;
  const output = Math.max(count(value.completion_tokens) ?? 0, (count(value.total_tokens) ?? 0) - input);
  const usage = input + output > 0 ? { ...noUsage(), input, output } : undefined;
  return withUnread(usage, zhipuFacts.usage.unread(value));
}
