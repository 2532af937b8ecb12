import { table } from '../../table.js';
import type { CanonicalEvent } from '../../../canonical/events.js';
import { customArguments } from '../../../canonical/conversation/custom-tools.js';
import { endEvent } from '../../../canonical/finish.js';
import { serviceTierOf } from '../../../canonical/usage.js';
import { count, list, parseRecord, record, text, type UnknownRecord } from '../../../json/lenient.js';
import type { Frame } from '../../provider.js';
import { readAnnotation } from '../chat-answer/citations.js';
import { eventError } from '../errors.js';
import { readTokens } from '../chat-answer/logprobs.js';
import {
  isCutItem,
  kindOf,
  OutputItems,
  textsOf,
  type DeliveredText,
  type ItemKind,
  type OutputItem,
} from './output-items.js';
import { responseFailure, responseFinish, responseUsage } from './responses-answer.js';

/** Creates a reader for one response stream (https://platform.openai.com/docs/api-reference/responses-streaming). */
export function readResponseStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new ResponseReader();
  return (frame) => reader.read(frame);
}

type TextType = 'text-delta' | 'refusal-delta' | 'reasoning-delta';

/** An event with a piece of a text, or all of it. */
interface TextEvent {
  readonly kind: ItemKind;
  readonly type: TextType;
  /** See `OutputItem.text`. */
  readonly key: 'text' | 'refusal' | 'summary';
  readonly index: 'content_index' | 'summary_index';
  /** Member with the whole text; absent where the event has a piece of it. */
  readonly whole?: 'text' | 'refusal';
}

const TEXT = { kind: 'message', type: 'text-delta', key: 'text', index: 'content_index' } as const;
const REFUSAL = { kind: 'message', type: 'refusal-delta', key: 'refusal', index: 'content_index' } as const;
const TEXT_EVENTS = table<TextEvent>({
  'response.output_text.delta': TEXT,
  'response.output_text.done': { ...TEXT, whole: 'text' },
  'response.refusal.delta': REFUSAL,
  'response.refusal.done': { ...REFUSAL, whole: 'refusal' },
  'response.reasoning_summary_text.delta': {
    kind: 'reasoning',
    type: 'reasoning-delta',
    key: 'summary',
    index: 'summary_index',
  },
  'response.reasoning_text.delta': { ...TEXT, kind: 'reasoning', type: 'reasoning-delta' },
});

/** Events that begin a response. They repeat its instructions and tools, which are long. */
const OPENINGS = new Set(['response.created', 'response.in_progress', 'response.queued']);

/** Events that are read. The others, which repeat texts once more, are skipped by name without parsing. */
const READ = new Set([
  ...OPENINGS,
  ...Object.keys(TEXT_EVENTS),
  'response.output_text.annotation.added',
  'response.output_item.added',
  'response.output_item.done',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
  'response.function_call_arguments.done',
  'response.custom_tool_call_input.done',
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
]);

/** Closes the JSON arguments that represent the input of a custom tool. */
const CLOSING = '"}';

/** Texts of a call; see `OutputItem.text`. */
const ARGUMENTS = 'arguments';
const INPUT = 'input';

/**
 * Reads what the deltas deliver, and from later events what they did not: some gateways send texts and calls only when they
 * are complete, with their item or with the response.
 */
class ResponseReader {
  private started = false;
  private calls = 0;
  /** Length of all text so far, in UTF-16 code units. */
  private length = 0;
  private readonly items = new OutputItems();
  /** Whether an item was reported as incomplete. */
  private isCut = false;

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data) }];
    if (data === '[DONE]') return [];
    if (name.startsWith('response.') && (!READ.has(name) || (this.started && OPENINGS.has(name)))) return [];
    const event = parseRecord(data);
    const type = text(event.type) || name;
    const textEvent = TEXT_EVENTS[type];
    if (textEvent) return this.text(event, textEvent);
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        return this.started ? [] : this.start(record(event.response));
      case 'response.output_text.annotation.added':
        return this.annotation(event);
      case 'response.output_item.added':
        return this.added(event, record(event.item));
      case 'response.output_item.done':
        return this.itemEnd(this.items.announced(event, kindOf(record(event.item))), record(event.item));
      case 'response.function_call_arguments.delta':
        return this.argument(this.items.of(event, 'call'), text(event.delta));
      case 'response.custom_tool_call_input.delta':
        return this.customInput(this.items.of(event, 'call'), text(event.delta));
      case 'response.function_call_arguments.done':
      case 'response.custom_tool_call_input.done':
        return this.callEnd(this.items.of(event, 'call'), event);
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.terminal(record(event.response), type);
      case 'error':
        return [{ type: 'error', failure: eventError(data) }];
      default:
        return [];
    }
  }

  private start(response: UnknownRecord): CanonicalEvent[] {
    this.started = true;
    const events: CanonicalEvent[] = [{ type: 'start', id: text(response.id), model: text(response.model) }];
    const serviceTier = serviceTierOf(response.service_tier);
    if (serviceTier !== undefined) events.push({ type: 'usage', usage: { serviceTier } });
    return events;
  }

  private text(event: UnknownRecord, { kind, type, key, index, whole }: TextEvent): CanonicalEvent[] {
    const part = this.items.of(event, kind).text(`${key}${count(event[index]) ?? 0}`);
    if (whole !== undefined) return this.shown(type, part, part.restOf(text(event[whole])));
    const events = this.shown(type, part, text(event.delta));
    return type === 'text-delta' ? [...probabilities(event), ...events] : events;
  }

  private shown(type: TextType, part: DeliveredText, piece: string): CanonicalEvent[] {
    if (piece === '') return [];
    if (type === 'text-delta') {
      if (part.length === 0) part.base = this.length;
      this.length += piece.length;
      part.points.add(piece);
    }
    part.add(piece);
    return [{ type, text: piece }];
  }

  private annotation(event: UnknownRecord): CanonicalEvent[] {
    const part = this.items.of(event, 'message').text(`text${count(event.content_index) ?? 0}`);
    part.annotations++;
    const citation = readAnnotation(event.annotation, part.points, part.base);
    return citation ? [{ type: 'citation', citation }] : [];
  }

  /** Items other than messages and calls show that the provider is working, which may take minutes before the first text. */
  private added(event: UnknownRecord, whole: UnknownRecord): CanonicalEvent[] {
    const item = this.items.announced(event, kindOf(whole));
    if (item.kind === 'message') return [];
    return item.kind === 'call' ? this.begin(item, whole) : [{ type: 'working' }];
  }

  private begin(item: OutputItem, { call_id, name }: UnknownRecord): CanonicalEvent[] {
    if (item.call !== undefined || text(name) === '') return [];
    const index = this.calls++;
    item.call = index;
    const start: CanonicalEvent = { type: 'tool-start', index, id: text(call_id), name: text(name) };
    return item.held === '' ? [start] : [start, { type: 'tool-delta', index, text: item.held }];
  }

  /** @param piece of the JSON arguments */
  private passed(item: OutputItem, piece: string): CanonicalEvent[] {
    if (piece === '') return [];
    if (item.call !== undefined) return [{ type: 'tool-delta', index: item.call, text: piece }];
    // The name of the call follows.
    item.held += piece;
    return [];
  }

  private argument(item: OutputItem, piece: string): CanonicalEvent[] {
    item.text(ARGUMENTS).add(piece);
    return this.passed(item, piece);
  }

  /** The free text of a custom tool, as fragments of JSON arguments. */
  private customInput(item: OutputItem, piece: string): CanonicalEvent[] {
    if (piece === '') return [];
    const opening = item.has(INPUT) ? '' : customArguments('').slice(0, -CLOSING.length);
    item.text(INPUT).add(piece);
    return this.passed(item, opening + JSON.stringify(piece).slice(1, -1));
  }

  private callEnd(item: OutputItem, whole: UnknownRecord): CanonicalEvent[] {
    if (typeof whole.input !== 'string')
      return this.argument(item, item.text(ARGUMENTS).restOf(text(whole.arguments)));
    if (item.isClosed) return [];
    item.isClosed = true;
    if (!item.has(INPUT)) return this.passed(item, customArguments(whole.input));
    const rest = item.text(INPUT).restOf(whole.input);
    return this.passed(item, JSON.stringify(rest).slice(1, -1) + CLOSING);
  }

  private itemEnd(item: OutputItem, whole: UnknownRecord): CanonicalEvent[] {
    this.isCut ||= isCutItem(whole);
    switch (item.kind) {
      case 'call':
        return [...this.begin(item, whole), ...this.callEnd(item, whole)];
      case 'message':
        return textsOf(whole).flatMap(({ key, whole: shown, part }) => {
          const delivered = item.text(key);
          const type = part.type === 'refusal' ? 'refusal-delta' : 'text-delta';
          return [
            ...this.shown(type, delivered, delivered.restOf(shown)),
            ...this.annotations(delivered, part),
          ];
        });
      case 'reasoning': {
        // The same thoughts may be in the summary and in the content.
        const isNew = item.length === 0;
        return textsOf(whole).flatMap(({ key, whole: thought }) =>
          isNew || item.has(key)
            ? this.shown('reasoning-delta', item.text(key), item.text(key).restOf(thought))
            : [],
        );
      }
      case 'other':
        return [];
    }
  }

  private annotations(delivered: DeliveredText, { annotations }: UnknownRecord): CanonicalEvent[] {
    const missed = list(annotations).slice(delivered.annotations);
    delivered.annotations += missed.length;
    return missed.flatMap((annotation): CanonicalEvent[] => {
      const citation = readAnnotation(annotation, delivered.points, delivered.base);
      return citation ? [{ type: 'citation', citation }] : [];
    });
  }

  private outputEnd({ output }: UnknownRecord): CanonicalEvent[] {
    return this.items.final(list(output)).flatMap(({ item, whole, isDelivered }) => {
      if (!isDelivered) return this.itemEnd(item, whole);
      this.isCut ||= isCutItem(whole);
      return textsOf(whole).flatMap(({ key, part }) => this.annotations(item.text(key), part));
    });
  }

  /** @param event its name, which implies the status if the response does not state it */
  private terminal(response: UnknownRecord, event: string): CanonicalEvent[] {
    const events = this.started ? [] : this.start(response);
    const failure = responseFailure(response);
    if (!failure) events.push(...this.outputEnd(response));
    const usage = responseUsage(response);
    if (usage) events.push({ type: 'usage', usage });
    if (failure) return [...events, { type: 'error', failure }];
    const end = endEvent(responseFinish(response, event, this.calls > 0, this.isCut));
    return end.type === 'error' ? [...events, end] : [...events, end, { type: 'done' }];
  }
}

function probabilities({ logprobs }: UnknownRecord): CanonicalEvent[] {
  const tokens = readTokens(logprobs);
  return tokens.length === 0 ? [] : [{ type: 'logprobs', tokens }];
}
