import type { HubEvent } from '../../hub/events.js';
import { argumentsText } from '../../hub/nesting.js';
import { count, parseRecord, record, text, type Loose } from '../../json/loose.js';
import type { Frame } from '../provider.js';
import { readFinish } from './answer.js';
import { unusableAnswer } from '../openai/vendor-error.js';
import { readCitation } from './citations.js';
import { eventError, innerError } from './errors.js';
import { JSON_TOOL } from './json-output.js';
import { readUsage } from './usage.js';

/** A fresh reader of one message stream (spec/providers/anthropic-aws.md, "Stream"). */
export function readStream(): (frame: Frame) => HubEvent[] {
  const reader = new MessageReader();
  return (frame) => reader.read(frame);
}

const RESTARTED = 'the provider began its answer anew inside a tool call';

interface Tool {
  /** undefined: the tool whose input is the answer's text. */
  index: number | undefined;
  /** The input some relays give whole at the start; used when no pieces follow. */
  whole: string;
}

class MessageReader {
  private started = false;
  private tools = 0;
  /** Is the answer the input of JSON_TOOL? */
  private isJson = false;
  /** Open tool blocks by the vendor's block index; blocks of server-side tools are not among them. */
  private openTools: Map<number, Tool> | undefined;
  private signature = '';
  /** Length of all text so far, and where the open block of it begins. */
  private length = 0;
  private blockStart = 0;
  /** Citations of the open block: they are of all of its text. */
  private citations: unknown[] = [];

  read({ name, data }: Frame): HubEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data) }];
    // Their names say all.
    if (name === 'message_stop') return [{ type: 'done' }];
    if (name === 'ping') return [];
    const event = parseRecord(data);
    const failure = innerError(event);
    if (failure) return [{ type: 'error', failure }];
    const index = count(event.index) ?? 0;
    switch (event.type) {
      case 'message_start':
        return this.start(record(event.message));
      case 'content_block_start':
        return [...this.sign(), ...this.open(index, record(event.content_block))];
      case 'content_block_delta':
        return this.delta(index, record(event.delta));
      case 'content_block_stop':
        return [...this.sign(), ...this.cite(), ...this.close(index)];
      case 'message_delta':
        return [...this.sign(), ...ending(event, this.isJson && this.tools === 0)];
      case 'message_stop':
        return [{ type: 'done' }];
      default:
        return [];
    }
  }

  /**
   * Some relays send it twice: the first names the answer. Inside a tool call the answer began anew, and what was sent of
   * the call can never become whole: the answer ends there, as a failure.
   */
  private start(message: Loose): HubEvent[] {
    if (this.openTools?.size) return [{ type: 'error', failure: unusableAnswer(RESTARTED) }];
    const events: HubEvent[] = [];
    if (!this.started) events.push({ type: 'start', id: text(message.id), model: text(message.model) });
    this.started = true;
    const usage = readUsage(message.usage);
    if (usage) {
      // A first few tokens, not yet the answer's: a stream cut later must not look counted.
      delete usage.output;
      events.push({ type: 'usage', usage });
    }
    return events;
  }

  private open(index: number, block: Loose): HubEvent[] {
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

  private delta(index: number, delta: Loose): HubEvent[] {
    switch (delta.type) {
      case 'text_delta':
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

  private close(index: number): HubEvent[] {
    const tool = this.openTools?.get(index);
    this.openTools?.delete(index);
    if (!tool || tool.whole === '') return [];
    const { whole } = tool;
    tool.whole = '';
    return [input(tool, whole)];
  }

  private cite(): HubEvent[] {
    if (this.citations.length === 0) return [];
    const range = { start: this.blockStart, end: this.length };
    const events = this.citations.flatMap((given): HubEvent[] => {
      const citation = readCitation(given, range);
      return citation ? [{ type: 'citation', citation }] : [];
    });
    this.citations = [];
    return events;
  }

  /** The signature closes its block: told once, when the block is over. */
  private sign(): HubEvent[] {
    const { signature } = this;
    this.signature = '';
    return signature === '' ? [] : [{ type: 'reasoning-signature', signature }];
  }
}

function input({ index }: Tool, piece: string): HubEvent {
  return index === undefined
    ? { type: 'text-delta', text: piece }
    : { type: 'tool-delta', index, text: piece };
}

/** Numbers are cumulative; a null stop_reason is not an ending. */
function ending(event: Loose, isJson: boolean): HubEvent[] {
  const events: HubEvent[] = [];
  const usage = readUsage(event.usage);
  if (usage) events.push({ type: 'usage', usage });
  const delta = record(event.delta);
  const raw = text(delta.stop_reason);
  if (raw !== '') events.push({ type: 'finish', ...readFinish(raw, delta.stop_sequence, isJson) });
  return events;
}
