import { CodePoints } from '../../../canonical/code-points.js';
import { count, list, record, text, type UnknownRecord } from '../../../json/lenient.js';

/** What kind of content an item of a response has. */
export type ItemKind = 'message' | 'reasoning' | 'call' | 'other';

const KINDS_OF_TEXT: readonly ItemKind[] = ['message', 'reasoning'];

/** How much of one text was delivered. The text itself is not kept. */
export class DeliveredText {
  length = 0;
  /** Where it begins in the text of all messages, in UTF-16 code units. */
  base = 0;
  /** Its characters, for the ranges of citations. */
  readonly points = new CodePoints();
  /** Number of its annotations so far. */
  annotations = 0;
  private last = '';

  add(piece: string): void {
    this.length += piece.length;
    this.last = piece;
  }

  /** What is left of the whole text; '' if it does not continue what was delivered. */
  restOf(whole: string): string {
    const { length, last } = this;
    return whole.startsWith(last, length - last.length) ? whole.slice(length) : '';
  }
}

/** One item of a streamed response, with what its events delivered. */
export class OutputItem {
  callId = '';
  /** Canonical index of a call that was begun; undefined until its name is known. */
  call: number | undefined;
  /** Arguments of a call that arrived before its name. */
  held = '';
  /** Whether the JSON arguments that represent the input of a custom tool are complete. */
  isClosed = false;
  private readonly parts = new Map<string, DeliveredText>();

  constructor(
    readonly kind: ItemKind,
    public id: string,
    readonly output: number | undefined,
  ) {}

  /** @param key distinguishes the texts of the item: kind and index */
  text(key: string): DeliveredText {
    let part = this.parts.get(key);
    if (!part) this.parts.set(key, (part = new DeliveredText()));
    return part;
  }

  has(key: string): boolean {
    return this.parts.has(key);
  }

  get length(): number {
    let sum = 0;
    for (const part of this.parts.values()) sum += part.length;
    return sum;
  }
}

/**
 * The items of a streamed response. Events name their item by its id and its position; gateways leave out either or both,
 * or send position 0 for all.
 */
export class OutputItems {
  private readonly all: OutputItem[] = [];
  private readonly byId = new Map<string, OutputItem>();
  private readonly byOutput = new Map<number, OutputItem>();
  private readonly byCallId = new Map<string, OutputItem>();

  /** The item of a delta: by its id, else by its position, else the last one of this kind. Begun if there is none. */
  of(event: UnknownRecord, kind: ItemKind): OutputItem {
    const id = text(event.item_id);
    const output = count(event.output_index);
    const named = this.byId.get(id);
    if (named?.kind === kind) return named;
    const placed =
      output === undefined ? this.all.findLast((item) => item.kind === kind) : this.byOutput.get(output);
    if (placed?.kind === kind) return this.named(placed, id);
    return this.begin(kind, id, output);
  }

  /** The item that an event announces or completes. Another id, or another call, is another item. */
  announced(event: UnknownRecord, kind: ItemKind): OutputItem {
    const item = record(event.item);
    const id = text(item.id);
    const callId = text(item.call_id);
    const output = count(event.output_index);
    const existing =
      this.byId.get(id) ??
      this.byCallId.get(callId) ??
      (output === undefined ? undefined : this.byOutput.get(output));
    const isSame =
      existing?.kind === kind &&
      (existing.id === '' || id === '' || existing.id === id) &&
      (existing.callId === '' || callId === '' || existing.callId === callId);
    const found = isSame ? this.named(existing, id) : this.begin(kind, id, output);
    found.callId ||= callId;
    if (callId !== '') this.byCallId.set(callId, found);
    return found;
  }

  /**
   * The items of the complete output, each with what was delivered of it. Gateways give them other ids and leave some out:
   * what was delivered must not be taken for something new, and is not compared if it is as long as all of its kind.
   */
  final(output: readonly unknown[]): { item: OutputItem; whole: UnknownRecord; isDelivered: boolean }[] {
    const wholes = output.map(record);
    const taken = new Map<UnknownRecord, OutputItem>();
    const left = new Set(this.all);
    const take = (whole: UnknownRecord, item: OutputItem | undefined) => {
      if (item?.kind !== kindOf(whole) || taken.has(whole) || !left.delete(item)) return;
      taken.set(whole, item);
    };
    for (const whole of wholes) take(whole, this.byId.get(text(whole.id)));
    for (const whole of wholes) take(whole, this.byCallId.get(text(whole.call_id)));
    for (const [index, whole] of wholes.entries()) take(whole, this.byOutput.get(index));
    const inOrder = new Map<ItemKind, OutputItem[]>();
    for (const item of [...left].toReversed()) {
      const others = inOrder.get(item.kind);
      if (others) others.push(item);
      else inOrder.set(item.kind, [item]);
    }
    for (const whole of wholes) if (!taken.has(whole)) take(whole, inOrder.get(kindOf(whole))?.pop());
    const delivered = new Set(
      KINDS_OF_TEXT.filter((kind) => this.lengthOf(kind) >= textLength(wholes, kind)),
    );
    return wholes.map((whole, index) => {
      const item = taken.get(whole) ?? this.begin(kindOf(whole), text(whole.id), index);
      return { whole, item, isDelivered: delivered.has(item.kind) };
    });
  }

  private lengthOf(kind: ItemKind): number {
    return this.all.reduce((sum, item) => (item.kind === kind ? sum + item.length : sum), 0);
  }

  private begin(kind: ItemKind, id: string, output: number | undefined): OutputItem {
    const item = new OutputItem(kind, id, output);
    this.all.push(item);
    if (id !== '') this.byId.set(id, item);
    if (output !== undefined) this.byOutput.set(output, item);
    return item;
  }

  private named(item: OutputItem, id: string): OutputItem {
    if (item.id === '' && id !== '') {
      item.id = id;
      this.byId.set(id, item);
    }
    return item;
  }
}

export function kindOf(item: UnknownRecord): ItemKind {
  switch (item.type) {
    case 'message':
      return 'message';
    case 'reasoning':
      return 'reasoning';
    case 'function_call':
    case 'custom_tool_call':
      return 'call';
    default:
      return 'other';
  }
}

function textLength(items: readonly UnknownRecord[], kind: ItemKind): number {
  return items
    .filter((item) => kindOf(item) === kind)
    .flatMap(textsOf)
    .reduce((sum, { whole }) => sum + whole.length, 0);
}

/** Whether an item is reported as incomplete, which a complete response must not contain. */
export function isCutItem(item: unknown): boolean {
  return record(item).status === 'incomplete';
}

/** The texts of an item with the keys that distinguish them: message parts, thoughts. */
export function textsOf(item: UnknownRecord): { key: string; whole: string; part: UnknownRecord }[] {
  const content = list(item.content).map((value, index) => {
    const part = record(value);
    const refusal = text(part.refusal);
    return refusal === ''
      ? { key: `text${index}`, whole: text(part.text), part }
      : { key: `refusal${index}`, whole: refusal, part };
  });
  const summary = list(item.summary).map((value, index) => {
    const part = record(value);
    return { key: `summary${index}`, whole: text(part.text), part };
  });
  return [...summary, ...content].filter(({ whole }) => whole !== '');
}
