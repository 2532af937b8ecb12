import { customInput } from '../../canonical/conversation/custom-tools.js';
import { deltaShape, type DeltaShape, type EventWriter } from './event-writer.js';
import { callItem, customItem, reasoningItem, summaryText, type CallName } from './output.js';
import type { Status } from './response.js';

/** An output item that is being streamed. */
export interface OpenItem {
  /** Returns the events that open it. */
  open(): string;
  /** Returns the events that close it; afterwards `item` has its final form. */
  close(status: Status): string;
  readonly item: object;
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
  private received = '';
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
    this.received += delta;
    return this.events.delta(this.deltas, delta);
  }

  get complete(): boolean {
    return isJson(this.received);
  }

  /** Clients parse the arguments as JSON, so a call without arguments gets `{}`. */
  close(status: Status): string {
    const filled = this.received === '' ? this.grow('{}') : '';
    const { name } = this.call;
    this.item = callItem(this.id, { ...this.call, arguments: this.received }, status);
    return (
      filled +
      this.events.write('response.function_call_arguments.done', {
        ...this.place(),
        name,
        arguments: this.received,
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
  private received = '';

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
    this.received += delta;
    return '';
  }

  get complete(): boolean {
    return isJson(this.received);
  }

  close(status: Status): string {
    const input = customInput(this.received);
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
