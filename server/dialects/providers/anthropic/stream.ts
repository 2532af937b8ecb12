import type { CanonicalEvent } from '../../canonical/events.js';
import { argumentsText } from '../../canonical/nesting.js';
import { count, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import { RepeatedRecord } from '../../json/repeated-record.js';
import type { Frame } from '../provider.js';
import { readFinish } from './answer.js';
import { eventError, innerError } from './errors.js';
import { JSON_TOOL } from './json-output.js';
import { inputTotal, mergeUsage, noUsage, type Usage } from '../../canonical/usage.js';
import { readUsage } from './usage.js';

/** Creates a reader for one message stream (https://docs.claude.com/en/docs/build-with-claude/streaming). */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new MessageReader();
  return (frame) => reader.read(frame);
}

interface Tool {
  /** Undefined for JSON_TOOL, whose input is the text of the response. */
  index: number | undefined;
  /** Input that some relays send complete at the start; used if no deltas follow. */
  whole: string;
}

class MessageReader {
  private started = false;
  private tools = 0;
  /** Whether the response is the input of JSON_TOOL. */
  private isJson = false;
  /** Open tool blocks by the provider's block index, without those of server-side tools. */
  private openTools: Map<number, Tool> | undefined;
  private signature = '';
  /** Usage reported by the first event. */
  private opening: Usage | undefined;
  private readonly repeated = new RepeatedRecord('text');

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data) }];
    // The name is enough: the data of these events need not be parsed.
    if (name === 'message_stop') return [{ type: 'done' }];
    if (name === 'ping') return [];
    const repeated = this.repeated.textIn(data);
    if (repeated !== undefined) return [{ type: 'text-delta', text: repeated }];
    const event = parseRecord(data);
    this.repeated.forget();
    const failure = innerError(event);
    if (failure) return [{ type: 'error', failure }];
    const index = count(event.index) ?? 0;
    switch (event.type) {
      case 'message_start':
        return this.start(record(event.message));
      case 'content_block_start':
        return [...this.sign(), ...this.open(index, record(event.content_block))];
      case 'content_block_delta':
        return this.delta(index, record(event.delta), data);
      case 'content_block_stop':
        return [...this.sign(), ...this.close(index)];
      case 'message_delta':
        return [...this.sign(), ...this.ending(event)];
      case 'message_stop':
        return [{ type: 'done' }];
      default:
        return [];
    }
  }

  /** Some relays send this event twice: the first one sets the id and the model. */
  private start(message: UnknownRecord): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    if (!this.started) events.push({ type: 'start', id: text(message.id), model: text(message.model) });
    this.started = true;
    const usage = readUsage(message.usage);
    if (usage) {
      this.opening = { ...noUsage(), ...usage };
      // Only the first few tokens of the output: an interrupted stream must not look completely counted.
      delete usage.output;
      events.push({ type: 'usage', usage });
    }
    return events;
  }

  private open(index: number, block: UnknownRecord): CanonicalEvent[] {
    switch (block.type) {
      case 'text':
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
        return [{ type: 'text-delta', text: text(delta.text) }];
      case 'thinking_delta':
        return [{ type: 'reasoning-delta', text: text(delta.thinking) }];
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
    if (!tool || tool.whole === '') return [];
    const { whole } = tool;
    tool.whole = '';
    return [input(tool, whole)];
  }

  /** Counts are cumulative; a null stop_reason does not end the response. */
  private ending(event: UnknownRecord): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    const usage = readUsage(event.usage);
    if (usage) events.push({ type: 'usage', usage: this.opening ? notBelow(this.opening, usage) : usage });
    const delta = record(event.delta);
    const raw = text(delta.stop_reason);
    if (raw !== '')
      events.push({
        type: 'finish',
        ...readFinish(raw, delta.stop_sequence, this.isJson && this.tools === 0),
      });
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

/**
 * Input counts are cumulative, so a smaller final count omits input that was processed; the opening counts are used then,
 * unless the usage contains iterations. Gateways that open with an estimate of the total input and close with its cache
 * classes are correct.
 */
function notBelow(opening: Usage, usage: Partial<Usage>): Partial<Usage> {
  const merged = mergeUsage({ ...opening }, usage);
  const finer = cached(opening) === 0 && cached(merged) > 0;
  if (inputTotal(merged) >= inputTotal(opening) || finer || usage.more?.steps) return usage;
  const { input, cacheRead, cacheWrite5m, cacheWrite1h } = opening;
  return { ...usage, input, cacheRead, cacheWrite5m, cacheWrite1h };
}

function cached({ cacheRead, cacheWrite5m, cacheWrite1h }: Usage): number {
  return cacheRead + cacheWrite5m + cacheWrite1h;
}
