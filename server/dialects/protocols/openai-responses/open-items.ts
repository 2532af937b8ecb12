import { isRecord, type UnknownRecord } from '../../json/lenient.js';
import { customInput } from '../../canonical/custom-tools.js';
import { deltaShape, type DeltaShape, type EventWriter } from './event-writer.js';
import {
  callItem,
  customItem,
  messageItem,
  outputText,
  reasoningItem,
  refusalPart,
  summaryText,
  type CallName,
} from './output.js';
import type { Status } from './response.js';

/** An output item that is being streamed. */
export interface OpenItem {
  /** Returns the events that open it. */
  open(): string;
  /** Returns the events that close it; afterwards `item` has its final form. */
  close(status: Status): string;
  readonly item: object;
}

type PartKind = 'output_text' | 'refusal';

/** Consecutive texts and refusals, one part after the other. */
export class OpenMessage implements OpenItem {
  item: object;
  private readonly content: object[] = [];
  private part: { kind: PartKind; text: string; deltas: DeltaShape } | undefined;

  constructor(
    private id: string,
    private readonly index: number,
    private readonly events: EventWriter,
  ) {
    this.item = messageItem(id, [], 'in_progress');
  }

  /** Continues the provider's item after its last event; false when that event was not a text delta of this part. */
  resume({ type, item_id: id, output_index: output, content_index: content }: UnknownRecord): boolean {
    if (this.part?.kind !== 'output_text' || type !== 'response.output_text.delta') return false;
    if (typeof id !== 'string' || output !== this.index || content !== this.content.length) return false;
    this.id = id;
    this.part.deltas = this.deltas('output_text');
    return true;
  }

  /**
   * Takes over the provider's item if its last event closed it, so that only the end of the response is missing. False
   * otherwise.
   */
  takeWhole({ type, item, output_index: output }: UnknownRecord): boolean {
    if (type !== 'response.output_item.done' || output !== this.index) return false;
    if (!isRecord(item) || item.type !== 'message') return false;
    this.item = item;
    return true;
  }

  open(): string {
    return this.events.write('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(kind: PartKind, delta: string): string {
    if (this.part?.kind === kind) {
      this.part.text += delta;
      return this.events.delta(this.part.deltas, delta);
    }
    const changed = this.closePart() + this.openPart(kind);
    return changed + this.grow(kind, delta);
  }

  close(status: Status): string {
    const closed = this.closePart();
    this.item = messageItem(this.id, this.content, status);
    return (
      closed + this.events.write('response.output_item.done', { output_index: this.index, item: this.item })
    );
  }

  private openPart(kind: PartKind): string {
    this.part = { kind, text: '', deltas: this.deltas(kind) };
    const place = this.place();
    return this.events.write('response.content_part.added', { ...place, part: contentPart(kind, '') });
  }

  private deltas(kind: PartKind): DeltaShape {
    const extra = kind === 'output_text' ? { logprobs: [] } : {};
    return deltaShape(`response.${kind}.delta`, { ...this.place(), ...extra });
  }

  private closePart(): string {
    if (!this.part) return '';
    const { kind, text } = this.part;
    const part = contentPart(kind, text);
    const place = this.place();
    this.part = undefined;
    this.content.push(part);
    const content = kind === 'output_text' ? { text, logprobs: [] } : { refusal: text };
    return (
      this.events.write(`response.${kind}.done`, { ...place, ...content }) +
      this.events.write('response.content_part.done', { ...place, part })
    );
  }

  private place() {
    return { item_id: this.id, output_index: this.index, content_index: this.content.length };
  }
}

function contentPart(kind: PartKind, text: string): object {
  return kind === 'output_text' ? outputText(text) : refusalPart(text);
}

/** Reasoning, streamed as a summary, which is what clients show. */
export class OpenReasoning implements OpenItem {
  /** `encrypted_content` with the signature of the reasoning; set before the item closes. */
  encrypted: string | undefined;
  item: object;
  private text: string | undefined;
  private readonly deltas: DeltaShape;

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly events: EventWriter,
  ) {
    this.item = reasoningItem(id, [], undefined);
    this.deltas = deltaShape('response.reasoning_summary_text.delta', this.place());
  }

  open(): string {
    return this.events.write('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(delta: string): string {
    const opened =
      this.text === undefined
        ? this.events.write('response.reasoning_summary_part.added', {
            ...this.place(),
            part: summaryText(''),
          })
        : '';
    this.text = (this.text ?? '') + delta;
    return opened + this.events.delta(this.deltas, delta);
  }

  close(): string {
    const { text } = this;
    let events = '';
    if (text !== undefined) {
      events += this.events.write('response.reasoning_summary_text.done', { ...this.place(), text });
      events += this.events.write('response.reasoning_summary_part.done', {
        ...this.place(),
        part: summaryText(text),
      });
    }
    const summary = text === undefined ? [] : [summaryText(text)];
    this.item = reasoningItem(this.id, summary, this.encrypted);
    return (
      events + this.events.write('response.output_item.done', { output_index: this.index, item: this.item })
    );
  }

  private place() {
    return { item_id: this.id, output_index: this.index, summary_index: 0 };
  }
}

/** A call of one of the client's tools. */
export interface OpenToolCall extends OpenItem {
  grow(delta: string): string;
  /** True if the arguments are complete JSON. Providers may interleave calls: an incomplete one can still grow. */
  readonly complete: boolean;
}

/** A call of a function. */
export class OpenCall implements OpenToolCall {
  item: object;
  private given = '';
  private readonly deltas: DeltaShape;

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly call: CallName,
    private readonly events: EventWriter,
  ) {
    this.item = callItem(id, { ...call, arguments: '' }, 'in_progress');
    this.deltas = deltaShape('response.function_call_arguments.delta', this.place());
  }

  open(): string {
    return this.events.write('response.output_item.added', { output_index: this.index, item: this.item });
  }

  grow(delta: string): string {
    this.given += delta;
    return this.events.delta(this.deltas, delta);
  }

  get complete(): boolean {
    return isJson(this.given);
  }

  /** Clients parse the arguments as JSON, so a call without arguments gets `{}`. */
  close(status: Status): string {
    const filled = this.given === '' ? this.grow('{}') : '';
    const { name } = this.call;
    this.item = callItem(this.id, { ...this.call, arguments: this.given }, status);
    return (
      filled +
      this.events.write('response.function_call_arguments.done', {
        ...this.place(),
        name,
        arguments: this.given,
      }) +
      this.events.write('response.output_item.done', { output_index: this.index, item: this.item })
    );
  }

  private place() {
    return { item_id: this.id, output_index: this.index };
  }
}

/** A call of a custom tool. Its input is inside a function's arguments and is sent when those are complete. */
export class OpenCustomCall implements OpenToolCall {
  item: object;
  private given = '';

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly call: CallName,
    private readonly events: EventWriter,
  ) {
    this.item = customItem(id, call, '', 'in_progress');
  }

  open(): string {
    return this.events.write('response.output_item.added', { output_index: this.index, item: this.item });
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
      this.events.write('response.custom_tool_call_input.delta', { ...place, delta: input }) +
      this.events.write('response.custom_tool_call_input.done', { ...place, input }) +
      this.events.write('response.output_item.done', { output_index: this.index, item: this.item })
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
