import type { CanonicalEvent } from '../../canonical/events.js';
import { finishEvent } from '../../canonical/finish.js';
import { argumentsText } from '../../canonical/conversation/nesting.js';
import { count, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { RepeatedRecord } from '../../json/repeated-record.js';
import type { Frame } from '../../kit/provider.js';
import { stopClass } from './answer.js';
import { invalidResponse } from '../../kit/provider-error.js';
import { readCitation } from './citations.js';
import { eventError, innerError } from './errors.js';
import { JSON_TOOL } from './json-output.js';
import { UsageReports } from '../../canonical/usage-reports.js';
import { readUsage, type Service } from './usage.js';

/** Creates a reader for one message stream (https://docs.claude.com/en/docs/build-with-claude/streaming). */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new MessageReader();
  return (frame) => reader.read(frame);
}

const RESTARTED = 'the response began anew inside a tool call';

interface Tool {
  /** Undefined for JSON_TOOL, whose input is the text of the response. */
  index: number | undefined;
  /** Input that some relays send complete at the start; used if no deltas follow. */
  whole: string;
}

class MessageReader {
  private started = false;
  private tools = 0;
  /** The provider's index of the block that was started last. */
  private block = -1;
  /** Whether the response is the input of JSON_TOOL. */
  private isJson = false;
  /** Open tool blocks by the provider's block index, without those of server-side tools. */
  private openTools: Map<number, Tool> | undefined;
  private signature = '';
  /** Length of all text so far, and where the open block of it begins, in UTF-16 code units. */
  private length = 0;
  private blockStart = 0;
  /** Citations of the last text block: they refer to all of its text. */
  private citations: unknown[] = [];
  private readonly reports = new UsageReports();
  private readonly service: Service = {};
  private readonly repeated = new RepeatedRecord('text');

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data) }];
    // The name is enough: the data of these events need not be parsed.
    if (name === 'message_stop') return [{ type: 'done' }];
    if (name === 'ping') return [];
    const repeated = this.repeated.textIn(data);
    if (repeated !== undefined) {
      this.length += repeated.length;
      return [{ type: 'text-delta', text: repeated }];
    }
    const event = parseRecord(data);
    this.repeated.forget();
    const failure = innerError(event);
    if (failure) return [{ type: 'error', failure }];
    const index = this.blockOf(event);
    switch (event.type) {
      case 'message_start':
        return this.start(record(event.message));
      case 'content_block_start':
        return [...this.sign(), ...this.open(index, record(event.content_block))];
      case 'content_block_delta':
        return this.delta(index, record(event.delta), data);
      case 'content_block_stop':
        return [...this.sign(), ...this.cite(), ...this.close(index)];
      case 'message_delta':
        return [...this.sign(), ...this.cite(), ...this.ending(event)];
      case 'message_stop':
        return [{ type: 'done' }];
      default:
        return [];
    }
  }

  /** Blocks follow each other, and some relays leave their index out. */
  private blockOf({ type, index }: UnknownRecord): number {
    const blockIndex = count(index);
    if (type === 'content_block_start') this.block = blockIndex ?? this.block + 1;
    return blockIndex ?? this.block;
  }

  /**
   * Some relays send this event twice: the first one sets the id and the model. Inside a tool call the response began anew,
   * and the input that was sent can no longer be completed.
   */
  private start(message: UnknownRecord): CanonicalEvent[] {
    if (this.openTools?.size) return [{ type: 'error', failure: invalidResponse(RESTARTED) }];
    const events: CanonicalEvent[] = [];
    if (!this.started) events.push({ type: 'start', id: text(message.id), model: text(message.model) });
    this.started = true;
    const usage = readUsage(message.usage, this.service, message.container);
    if (usage) {
      // Only the first few tokens of the output: an interrupted stream must not look completely counted.
      delete usage.output;
      delete usage.reasoning;
      events.push({ type: 'usage', usage: this.reports.add(usage) });
    }
    return events;
  }

  private open(index: number, block: UnknownRecord): CanonicalEvent[] {
    switch (block.type) {
      case 'text':
        this.blockStart = this.length;
        this.length += text(block.text).length;
        return text(block.text) === '' ? [] : [{ type: 'text-delta', text: text(block.text) }];
      case 'thinking':
        this.signature = text(block.signature);
        return text(block.thinking) === '' ? [] : [{ type: 'reasoning-delta', text: text(block.thinking) }];
      case 'redacted_thinking':
        return [{ type: 'reasoning-redacted', data: text(block.data) }];
      case 'tool_use': {
        const input = record(block.input);
        const whole = Object.keys(input).length > 0 ? argumentsText(input) : '';
        const answers = block.name === JSON_TOOL;
        this.isJson ||= answers;
        const called = answers ? undefined : this.tools++;
        (this.openTools ??= new Map()).set(index, { index: called, whole });
        if (called === undefined) return [];
        return [{ type: 'tool-start', index: called, id: text(block.id), name: text(block.name) }];
      }
      default:
        return [];
    }
  }

  private delta(index: number, delta: UnknownRecord, data: string): CanonicalEvent[] {
    switch (delta.type) {
      case 'text_delta':
        this.repeated.remember(data, text(delta.text));
        this.length += text(delta.text).length;
        return [{ type: 'text-delta', text: text(delta.text) }];
      case 'thinking_delta':
        return [{ type: 'reasoning-delta', text: text(delta.thinking) }];
      case 'citations_delta':
        this.citations.push(delta.citation);
        return [];
      case 'signature_delta':
        this.signature += text(delta.signature);
        return [];
      case 'input_json_delta': {
        const tool = this.openTools?.get(index);
        const part = text(delta.partial_json);
        if (!tool || part === '') return [];
        tool.whole = '';
        return [input(tool, part)];
      }
      default:
        return [];
    }
  }

  private close(index: number): CanonicalEvent[] {
    const tool = this.openTools?.get(index);
    this.openTools?.delete(index);
    if (!tool || tool.whole === '') return [];
    const { whole } = tool;
    tool.whole = '';
    return [input(tool, whole)];
  }

  /** Counts are cumulative; a null stop_reason does not end the response. */
  private ending(event: UnknownRecord): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    const delta = record(event.delta);
    const usage = readUsage(event.usage, this.service, delta.container);
    if (usage) events.push({ type: 'usage', usage: this.reports.add(usage) });
    const raw = text(delta.stop_reason);
    if (raw === '') return events;
    const end = finishEvent(stopClass(raw, this.isJson && this.tools === 0), raw, false);
    if (end.type === 'finish') end.stopSequence = text(delta.stop_sequence) || undefined;
    return [...events, end];
  }

  private cite(): CanonicalEvent[] {
    if (this.citations.length === 0) return [];
    const range = { start: this.blockStart, end: this.length };
    const events = this.citations.flatMap((value): CanonicalEvent[] => {
      const citation = readCitation(value, range);
      return citation ? [{ type: 'citation', citation }] : [];
    });
    this.citations = [];
    return events;
  }

  /** Emits the signature of a block once, when the block is complete. */
  private sign(): CanonicalEvent[] {
    const { signature } = this;
    this.signature = '';
    return signature === '' ? [] : [{ type: 'reasoning-signature', signature }];
  }
}

function input({ index }: Tool, piece: string): CanonicalEvent {
  return index === undefined
    ? { type: 'text-delta', text: piece }
    : { type: 'tool-delta', index, text: piece };
}
