import type { CanonicalEvent } from '../../canonical/events.js';
import { finishEvent, type FinishClass } from '../../canonical/finish.js';
import { isRecord, parseRecord, text, type UnknownRecord } from '../../json/lenient.js';
import { SourceReader } from '../../kit/openai/chat-answer/source-reader.js';
import type { Frame, ReadOptions } from '../../kit/provider.js';
import { baiduFacts } from './facts.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

/** Creates a reader for one stream: every event is a response object with the new text. There is no end marker. */
export function readStream(options?: ReadOptions): (frame: Frame) => CanonicalEvent[] {
  const reader = new ResultReader(options);
  return ({ data }) => {
    const event = parseRecord(data);
    return reader.read(event, event.is_end === true);
  };
}

export class ResultReader {
  private id = '';
  private started = false;
  private calls = 0;
  private readonly sources: SourceReader | undefined;

  constructor(options?: ReadOptions) {
    if (options?.citations) this.sources = new SourceReader();
  }

  /** @param isLast the response ends with this object */
  read(event: UnknownRecord, isLast: boolean): CanonicalEvent[] {
    const failure = innerError(event);
    if (failure) return [{ type: 'error', failure }];
    const events: CanonicalEvent[] = [];
    if (!this.started) {
      this.started = true;
      this.id = text(event.id);
      events.push({ type: 'start', id: this.id, model: '' });
    }
    if (text(event.result) !== '') events.push({ type: 'text-delta', text: text(event.result) });
    // Its list of search results is that of API v2.
    this.sources?.add(text(event.result));
    this.sources?.read(event, {});
    if (this.sources && isLast) events.push(...this.sources.atEnd());
    if (isRecord(event.function_call)) events.push(...this.call(event.function_call));
    const usage = readUsage(event.usage);
    if (usage) events.push({ type: 'usage', usage });
    const end = isLast ? this.end(event) : undefined;
    return end ? [...events, end] : events;
  }

  /** Calls arrive complete and without an id, so one is derived from the response id. */
  private call({ name, arguments: callArguments, thoughts }: UnknownRecord): CanonicalEvent[] {
    const index = this.calls++;
    return [
      ...(text(thoughts) === '' ? [] : [{ type: 'reasoning-delta' as const, text: text(thoughts) }]),
      { type: 'tool-start', index, id: `call_${this.id || 'baidu'}_${index}`, name: text(name) },
      { type: 'tool-delta', index, text: text(callArguments) || '{}' },
    ];
  }

  private end(event: UnknownRecord): CanonicalEvent {
    const raw = text(event.finish_reason);
    return finishEvent(this.reason(raw, event), raw, this.calls > 0);
  }

  private reason(raw: string, event: UnknownRecord): FinishClass {
    // Users should be asked to start anew: the conversation has content that Baidu does not continue.
    if (raw === 'content_filter' || event.need_clear_history === true) return 'content-filter';
    if (raw === 'length' || event.is_truncated === true) return 'length';
    return baiduFacts.finish.classOf(raw);
  }
}
