import { customInput } from './custom-tools.js';
import {
  callItem,
  customItem,
  messageItem,
  outputText,
  reasoningItem,
  refusalPart,
  summaryText,
} from './output.js';
import type { Status } from './response.js';

/** One event of the stream: its type and members; the renderer numbers and frames it. */
export type Emit = (type: string, members: object) => string;

/** An output item that is being told. */
export interface OpenItem {
  /** The events that open it. */
  open(): string;
  /** The events that close it; afterwards `item` is its final form. */
  close(status: Status): string;
  readonly item: object;
}

type PartKind = 'output_text' | 'refusal';

/** Text and refusals in a row: a part each, one after the other. */
export class OpenMessage implements OpenItem {
  item: object;
  private readonly content: object[] = [];
  private part: { kind: PartKind; text: string } | undefined;

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly emit: Emit,
  ) {
    this.item = messageItem(id, [], 'in_progress');
  }

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(kind: PartKind, delta: string): string {
    const changed = this.part?.kind === kind ? '' : this.closePart() + this.openPart(kind);
    if (this.part) this.part.text += delta;
    const extra = kind === 'output_text' ? { delta, logprobs: [] } : { delta };
    return changed + this.emit(`response.${kind}.delta`, { ...this.place(), ...extra });
  }

  close(status: Status): string {
    const closed = this.closePart();
    this.item = messageItem(this.id, this.content, status);
    return closed + this.emit('response.output_item.done', { output_index: this.index, item: this.item });
  }

  private openPart(kind: PartKind): string {
    this.part = { kind, text: '' };
    return this.emit('response.content_part.added', { ...this.place(), part: contentPart(kind, '') });
  }

  private closePart(): string {
    if (!this.part) return '';
    const { kind, text } = this.part;
    const part = contentPart(kind, text);
    const place = this.place();
    this.part = undefined;
    this.content.push(part);
    const told = kind === 'output_text' ? { text, logprobs: [] } : { refusal: text };
    return (
      this.emit(`response.${kind}.done`, { ...place, ...told }) +
      this.emit('response.content_part.done', { ...place, part })
    );
  }

  private place() {
    return { item_id: this.id, output_index: this.index, content_index: this.content.length };
  }
}

function contentPart(kind: PartKind, text: string): object {
  return kind === 'output_text' ? outputText(text) : refusalPart(text);
}

/** Thoughts, told as their summary, which is what clients show. */
export class OpenReasoning implements OpenItem {
  /** The proof of what was thought; set before the item closes. */
  encrypted: string | undefined;
  item: object;
  private text: string | undefined;

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly emit: Emit,
  ) {
    this.item = reasoningItem(id, [], undefined);
  }

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(delta: string): string {
    const opened =
      this.text === undefined
        ? this.emit('response.reasoning_summary_part.added', { ...this.place(), part: summaryText('') })
        : '';
    this.text = (this.text ?? '') + delta;
    return opened + this.emit('response.reasoning_summary_text.delta', { ...this.place(), delta });
  }

  close(): string {
    const { text } = this;
    let events = '';
    if (text !== undefined) {
      events += this.emit('response.reasoning_summary_text.done', { ...this.place(), text });
      events += this.emit('response.reasoning_summary_part.done', {
        ...this.place(),
        part: summaryText(text),
      });
    }
    const summary = text === undefined ? [] : [summaryText(text)];
    this.item = reasoningItem(this.id, summary, this.encrypted);
    return events + this.emit('response.output_item.done', { output_index: this.index, item: this.item });
  }

  private place() {
    return { item_id: this.id, output_index: this.index, summary_index: 0 };
  }
}

/** A call of one of the client's tools. */
export interface OpenToolCall extends OpenItem {
  grow(delta: string): string;
  /** Are the arguments whole? Vendors may interleave calls: one that is not may still go on. */
  readonly complete: boolean;
}

/** A call of a function. */
export class OpenCall implements OpenToolCall {
  item: object;
  private given = '';

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly call: { id: string; name: string },
    private readonly emit: Emit,
  ) {
    this.item = callItem(id, { ...call, arguments: '' }, 'in_progress');
  }

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(delta: string): string {
    this.given += delta;
    return this.emit('response.function_call_arguments.delta', { ...this.place(), delta });
  }

  get complete(): boolean {
    return isJson(this.given);
  }

  /** Clients parse the arguments as JSON, so a call without any gets `{}`. */
  close(status: Status): string {
    const filled = this.given === '' ? this.grow('{}') : '';
    const { id, name } = this.call;
    this.item = callItem(this.id, { id, name, arguments: this.given }, status);
    return (
      filled +
      this.emit('response.function_call_arguments.done', {
        ...this.place(),
        name,
        arguments: this.given,
      }) +
      this.emit('response.output_item.done', { output_index: this.index, item: this.item })
    );
  }

  private place() {
    return { item_id: this.id, output_index: this.index };
  }
}

/** A call of a custom tool: its text lies in the arguments of a function and is told when those are whole. */
export class OpenCustomCall implements OpenToolCall {
  item: object;
  private given = '';

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly call: { id: string; name: string },
    private readonly emit: Emit,
  ) {
    this.item = customItem(id, call, '', 'in_progress');
  }

  open(): string {
    return this.emit('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(delta: string): string {
    this.given += delta;
    return '';
  }

  get complete(): boolean {
    return isJson(this.given);
  }

  close(status: Status): string {
    const input = customInput(this.given);
    const place = { item_id: this.id, output_index: this.index };
    this.item = customItem(this.id, this.call, input, status);
    return (
      this.emit('response.custom_tool_call_input.delta', { ...place, delta: input }) +
      this.emit('response.custom_tool_call_input.done', { ...place, input }) +
      this.emit('response.output_item.done', { output_index: this.index, item: this.item })
    );
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
