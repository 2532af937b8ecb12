import type { CanonicalEvent } from '../../canonical/events.js';
import { count, isRecord, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../provider.js';
import { callArguments, finishReason, readLogprobs } from './answer.js';
import { innerError } from './errors.js';
import { readUsage } from './usage.js';

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

  read({ data }: Frame): CanonicalEvent[] {
    // The end was reported by `message-end`.
    if (data.trim() === '[DONE]') return [];
    const event = parseRecord(data);
    const delta = record(event.delta);
    const failure = innerError(event, delta);
    if (failure) return [{ type: 'error', failure }];
    const message = record(delta.message);
    switch (event.type) {
      case 'message-start':
        return [{ type: 'start', id: text(event.id), model: '' }];
      case 'content-start':
      case 'content-delta':
        return content(record(message.content), event.logprobs);
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
      // Citations, the ends of content blocks, and what may be added later.
      default:
        return [];
    }
  }

  private startCall(event: UnknownRecord, call: UnknownRecord): CanonicalEvent[] {
    const { name, arguments: given } = record(call.function);
    const index = this.calls.size;
    this.calls.set(count(event.index) ?? index, { index, held: '' });
    const id = text(call.id) || `call_${index}`;
    return [{ type: 'tool-start', index, id, name: text(name) }, ...this.extendCall(event, text(given))];
  }

  private callOf(event: UnknownRecord): OpenCall | undefined {
    return this.calls.get(count(event.index) ?? this.calls.size - 1);
  }

  private extendCall(event: UnknownRecord, piece: string): CanonicalEvent[] {
    const call = this.callOf(event);
    if (!call || piece === '') return [];
    const { index, held } = call;
    if (held === undefined) return [{ type: 'tool-delta', index, text: piece }];
    const given = held + piece;
    call.held = 'null'.startsWith(given.trim()) ? given : undefined;
    return call.held === undefined ? [{ type: 'tool-delta', index, text: given }] : [];
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
    const usage = readUsage(delta.usage);
    if (usage) events.push({ type: 'usage', usage });
    const raw = text(delta.finish_reason);
    events.push({ type: 'finish', reason: finishReason(raw, this.calls.size > 0), raw }, { type: 'done' });
    return events;
  }
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
