import { CodePoints } from '../../canonical/code-points.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import { finishEvent } from '../../canonical/finish.js';
import { count, isRecord, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../../kit/provider.js';
import { callArguments, readLogprobs } from './answer.js';
import { readCitations } from './citations.js';
import { cohereFacts } from './facts.js';
import { innerError } from './errors.js';
import { readChatUsage } from './usage.js';

/** Creates a reader for one stream (https://docs.cohere.com/docs/streaming). */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new EventReader();
  return (frame) => reader.read(frame);
}

interface OpenCall {
  index: number;
  /** Arguments that may turn out to be `null`; undefined once they were emitted. */
  held: string | undefined;
}

class EventReader {
  private readonly calls = new Map<number, OpenCall>();
  private ended = false;
  /** Length of all text so far, in UTF-16 code units. */
  private length = 0;
  /** The content blocks with text, by their index. */
  private readonly texts = new Map<number, { base: number; points: CodePoints }>();

  read({ data }: Frame): CanonicalEvent[] {
    // The end was reported by `message-end`.
    if (data.trim() === '[DONE]') return [];
    const event = parseRecord(data);
    const delta = record(event.delta);
    const failure = innerError(event, delta);
    if (failure) return [...usageEvents(delta), { type: 'error', failure }];
    const message = record(delta.message);
    switch (event.type) {
      case 'message-start':
        return [{ type: 'start', id: text(event.id), model: '' }];
      case 'content-start':
      case 'content-delta':
        this.grow(count(event.index) ?? 0, text(record(message.content).text));
        return content(record(message.content), event.logprobs);
      case 'citation-start':
        return this.cite(record(message.citations));
      case 'tool-plan-delta':
        return reasoning(text(message.tool_plan));
      case 'tool-call-start':
        return this.startCall(event, record(message.tool_calls));
      case 'tool-call-delta':
        return this.extendCall(event, text(record(record(message.tool_calls).function).arguments));
      case 'tool-call-end':
        return this.endCall(this.callOf(event));
      case 'message-end':
        return this.end(delta);
      // The ends of citations and content blocks, and what may be added later.
      default:
        return [];
    }
  }

  private grow(index: number, delta: string): void {
    if (delta === '') return;
    let block = this.texts.get(index);
    if (!block) this.texts.set(index, (block = { base: this.length, points: new CodePoints() }));
    block.points.add(delta);
    this.length += delta.length;
  }

  /** Models without thinking leave out the index of the block, as there is only one. */
  private cite(citation: UnknownRecord): CanonicalEvent[] {
    const index = count(citation.content_index);
    const block = (index === undefined ? undefined : this.texts.get(index)) ?? [...this.texts.values()][0];
    if (!block) return [];
    return readCitations(citation, block.points, block.base).map((cited) => ({
      type: 'citation',
      citation: cited,
    }));
  }

  private startCall(event: UnknownRecord, call: UnknownRecord): CanonicalEvent[] {
    const { name, arguments: argumentsText } = record(call.function);
    const index = this.calls.size;
    this.calls.set(count(event.index) ?? index, { index, held: '' });
    const id = text(call.id) || `call_${index}`;
    return [
      { type: 'tool-start', index, id, name: text(name) },
      ...this.extendCall(event, text(argumentsText)),
    ];
  }

  private callOf(event: UnknownRecord): OpenCall | undefined {
    return this.calls.get(count(event.index) ?? this.calls.size - 1);
  }

  private extendCall(event: UnknownRecord, piece: string): CanonicalEvent[] {
    const call = this.callOf(event);
    if (!call || piece === '') return [];
    const { index, held } = call;
    if (held === undefined) return [{ type: 'tool-delta', index, text: piece }];
    const received = held + piece;
    call.held = 'null'.startsWith(received.trim()) ? received : undefined;
    return call.held === undefined ? [{ type: 'tool-delta', index, text: received }] : [];
  }

  private endCall(call: OpenCall | undefined): CanonicalEvent[] {
    if (call?.held === undefined) return [];
    const { index, held } = call;
    call.held = undefined;
    return [{ type: 'tool-delta', index, text: callArguments(held) }];
  }

  private end(delta: UnknownRecord): CanonicalEvent[] {
    if (this.ended) return [];
    this.ended = true;
    const events = [...this.calls.values()].flatMap((call) => this.endCall(call));
    events.push(...usageEvents(delta));
    const raw = text(delta.finish_reason);
    const end = finishEvent(cohereFacts.finish.classOf(raw), raw, this.calls.size > 0);
    return end.type === 'error' ? [...events, end] : [...events, end, { type: 'done' }];
  }
}

function usageEvents(delta: UnknownRecord): CanonicalEvent[] {
  const usage = readChatUsage(delta.usage);
  return usage ? [{ type: 'usage', usage }] : [];
}

function content(block: UnknownRecord, logprobs: unknown): CanonicalEvent[] {
  const events = reasoning(text(block.thinking));
  if (text(block.text) === '') return events;
  const tokens = isRecord(logprobs) ? readLogprobs(logprobs) : [];
  if (tokens.length > 0) events.push({ type: 'logprobs', tokens });
  events.push({ type: 'text-delta', text: text(block.text) });
  return events;
}

function reasoning(thought: string): CanonicalEvent[] {
  return thought === '' ? [] : [{ type: 'reasoning-delta', text: thought }];
}
