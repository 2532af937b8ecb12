import type { CanonicalEvent } from '../../canonical/events.js';
import { argumentsText } from '../../canonical/nesting.js';
import { count, parseRecord, record, text, type Loose } from '../../json/lenient.js';
import type { Frame } from '../provider.js';
import { readFinish } from './answer.js';
import { eventError, innerError } from './errors.js';
import { JSON_TOOL } from './json-output.js';
import { inputTotal, mergeUsage, noUsage, type Usage } from '../../canonical/usage.js';
import { readUsage } from './usage.js';

/** A fresh reader of one message stream (spec/providers/anthropic-aws.md, "Stream"). */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new MessageReader();
  return (frame) => reader.read(frame);
}

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
  /** What the first event said of the input. */
  private opening: Usage | undefined;

  read({ name, data }: Frame): CanonicalEvent[] {
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
        return [...this.sign(), ...this.close(index)];
      case 'message_delta':
        return [...this.sign(), ...this.ending(event)];
      case 'message_stop':
        return [{ type: 'done' }];
      default:
        return [];
    }
  }

  /** Some relays send it twice: the first names the answer. */
  private start(message: Loose): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    if (!this.started) events.push({ type: 'start', id: text(message.id), model: text(message.model) });
    this.started = true;
    const usage = readUsage(message.usage);
    if (usage) {
      this.opening = { ...noUsage(), ...usage };
      // A first few tokens, not yet the answer's: a stream cut later must not look counted.
      delete usage.output;
      events.push({ type: 'usage', usage });
    }
    return events;
  }

  private open(index: number, block: Loose): CanonicalEvent[] {
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

  private delta(index: number, delta: Loose): CanonicalEvent[] {
    switch (delta.type) {
      case 'text_delta':
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

  /** Numbers are cumulative; a null stop_reason is not an ending. */
  private ending(event: Loose): CanonicalEvent[] {
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

  /** The signature closes its block: told once, when the block is over. */
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
 * Input numbers are cumulative, so a smaller one at the end leaves something out that was processed, unless iterations
 * account for it. Gateways that open with an estimate of all input together and close with its cache classes are right.
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
