import type { CanonicalEvent } from '../../canonical/events.js';
import { finishEvent } from '../../canonical/finish.js';
import { UsageReports } from '../../canonical/usage-reports.js';
import { reportedTier } from '../../canonical/usage.js';
import { count, isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { bedrockFacts } from './facts.js';
import type { Frame } from '../../kit/provider.js';
import { readCitation } from './citations.js';
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
  /** Index of the block that was started last. */
  private block = -1;
  /** Indexes of the open tool calls by the index of their block. */
  private readonly openTools = new Map<number, number>();
  private signature = '';
  /** Length of all text so far, and where the open block of it begins, in UTF-16 code units. */
  private length = 0;
  private blockStart = 0;
  /** Citations of the open block: they refer to all of its text. */
  private citations: UnknownRecord[] = [];
  private readonly reports = new UsageReports();

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
        this.block = count(event.contentBlockIndex) ?? this.block + 1;
        return this.open(this.block, record(event.start));
      case 'contentBlockDelta':
        return this.delta(this.blockOf(event), record(event.delta));
      case 'contentBlockStop':
        this.openTools.delete(this.blockOf(event));
        return [...this.sign(), ...this.cite()];
      case 'messageStop':
        return [...this.sign(), ...this.cite(), this.finish(text(event.stopReason))];
      case 'metadata':
        return this.metadata(event);
      default:
        return [];
    }
  }

  /** Gateways that leave the index out send one block after the other. */
  private blockOf({ contentBlockIndex: index }: UnknownRecord): number {
    return count(index) ?? this.block;
  }

  private finish(raw: string): CanonicalEvent {
    return finishEvent(bedrockFacts.finish.classOf(raw), raw, this.tools > 0);
  }

  /** Only tool calls have this event. Those that run at AWS are left out. */
  private open(block: number, { toolUse }: UnknownRecord): CanonicalEvent[] {
    if (!isRecord(toolUse) || toolUse.type === 'server_tool_use') return [];
    const index = this.tools++;
    this.openTools.set(block, index);
    return [{ type: 'tool-start', index, id: text(toolUse.toolUseId), name: text(toolUse.name) }];
  }

  private delta(block: number, delta: UnknownRecord): CanonicalEvent[] {
    if (typeof delta.text === 'string') {
      this.length += delta.text.length;
      return delta.text === '' ? [] : [{ type: 'text-delta', text: delta.text }];
    }
    if (isRecord(delta.citation)) {
      this.keepCitation(delta.citation);
      return [];
    }
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

  /** The quoted source can come in pieces: those after the first have no other members. */
  private keepCitation(citation: UnknownRecord): void {
    const { location, title, source, sourceContent } = citation;
    const open = this.citations.at(-1);
    if (!open || location !== undefined || title !== undefined || source !== undefined)
      this.citations.push(citation);
    else
      this.citations.splice(-1, 1, {
        ...open,
        sourceContent: [...list(open.sourceContent), ...list(sourceContent)],
      });
  }

  private cite(): CanonicalEvent[] {
    const range = { start: this.blockStart, end: this.length };
    const events = this.citations.flatMap((value): CanonicalEvent[] => {
      const citation = readCitation(value, range);
      return citation ? [{ type: 'citation', citation }] : [];
    });
    this.citations = [];
    this.blockStart = this.length;
    return events;
  }

  private metadata({ usage, serviceTier }: UnknownRecord): CanonicalEvent[] {
    const report = readUsage(usage);
    if (!report) return [];
    const tier = reportedTier(record(serviceTier).type);
    return [{ type: 'usage', usage: this.reports.add({ ...report, serviceTier: tier }) }];
  }

  /** Emits the signature of a block once, when the block is complete. */
  private sign(): CanonicalEvent[] {
    const { signature } = this;
    this.signature = '';
    return signature === '' ? [] : [{ type: 'reasoning-signature', signature }];
  }
}
