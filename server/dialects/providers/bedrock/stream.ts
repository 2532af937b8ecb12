import type { CanonicalEvent } from '../../canonical/events.js';
import { serviceTierOf } from '../../canonical/usage.js';
import { count, isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../provider.js';
import { readFinish } from './answer.js';
import { streamFailure } from './errors.js';
import type { EventMessage } from './event-stream.js';
import { readUsage } from './usage.js';

/** Separates the name of an exception from its payload in the data of an error event. */
const EXCEPTION = 'error';

/** A message of the stream as a server-sent event: `event` is its type, `data` its payload. */
export function converseEvent({ type, name, payload }: EventMessage): string {
  if (type === 'exception')
    return `event: ${EXCEPTION}\ndata: ${JSON.stringify({ name, payload: payload.toString('utf8') })}\n\n`;
  // Event types are words; anything else is none of this API.
  if (!/^\w+$/.test(name)) return '';
  return `event: ${name}\ndata: ${oneLine(payload)}\n\n`;
}

/** JSON without line breaks, which would end the data of an event. */
function oneLine(payload: Buffer): string {
  const json = payload.toString('utf8');
  return /[\r\n]/.test(json) ? JSON.stringify(parseRecord(json)) : json;
}

/**
 * Creates a reader for one stream (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html).
 * There is no end marker: `metadata` may precede or follow `messageStop`.
 */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new ConverseReader();
  return (frame) => reader.read(frame);
}

class ConverseReader {
  private tools = 0;
  /** Indexes of the open tool calls by the index of their block. */
  private readonly openTools = new Map<number, number>();
  private signature = '';

  read({ name, data }: Frame): CanonicalEvent[] {
    const event = parseRecord(data);
    switch (name) {
      case EXCEPTION: {
        const payload = Buffer.from(text(event.payload));
        return [
          { type: 'error', failure: streamFailure({ type: 'exception', name: text(event.name), payload }) },
        ];
      }
      case 'messageStart':
        // Converse reports neither an id nor a model.
        return [{ type: 'start', id: '', model: '' }];
      case 'contentBlockStart':
        return this.open(indexOf(event), record(event.start));
      case 'contentBlockDelta':
        return this.delta(indexOf(event), record(event.delta));
      case 'contentBlockStop':
        this.openTools.delete(indexOf(event));
        return this.sign();
      case 'messageStop':
        return [...this.sign(), { type: 'finish', ...readFinish(text(event.stopReason), this.tools > 0) }];
      case 'metadata':
        return usageEvents(event);
      default:
        return [];
    }
  }

  /** Only tool calls have this event. Those that run at AWS are left out. */
  private open(block: number, { toolUse }: UnknownRecord): CanonicalEvent[] {
    if (!isRecord(toolUse) || toolUse.type === 'server_tool_use') return [];
    const index = this.tools++;
    this.openTools.set(block, index);
    return [{ type: 'tool-start', index, id: text(toolUse.toolUseId), name: text(toolUse.name) }];
  }

  private delta(block: number, delta: UnknownRecord): CanonicalEvent[] {
    if (typeof delta.text === 'string')
      return delta.text === '' ? [] : [{ type: 'text-delta', text: delta.text }];
    if (isRecord(delta.toolUse)) {
      const index = this.openTools.get(block);
      const piece = text(delta.toolUse.input);
      return index === undefined || piece === '' ? [] : [{ type: 'tool-delta', index, text: piece }];
    }
    if (isRecord(delta.reasoningContent)) return this.reasoning(delta.reasoningContent);
    return list(delta.toolResult).length > 0 ? [{ type: 'working' }] : [];
  }

  private reasoning({ text: shown, signature, redactedContent }: UnknownRecord): CanonicalEvent[] {
    this.signature += text(signature);
    if (text(redactedContent) !== '') return [{ type: 'reasoning-redacted', data: text(redactedContent) }];
    return text(shown) === '' ? [] : [{ type: 'reasoning-delta', text: text(shown) }];
  }

  /** Emits the signature of a block once, when the block is complete. */
  private sign(): CanonicalEvent[] {
    const { signature } = this;
    this.signature = '';
    return signature === '' ? [] : [{ type: 'reasoning-signature', signature }];
  }
}

function indexOf(event: UnknownRecord): number {
  return count(event.contentBlockIndex) ?? 0;
}

function usageEvents({ usage, serviceTier }: UnknownRecord): CanonicalEvent[] {
  const reported = readUsage(usage);
  if (!reported) return [];
  const tier = serviceTierOf(record(serviceTier).type);
  return [{ type: 'usage', usage: { ...reported, ...(tier !== undefined && { serviceTier: tier }) } }];
}
