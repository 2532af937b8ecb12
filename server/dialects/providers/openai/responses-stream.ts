import type { CanonicalEvent } from '../../canonical/events.js';
import { customArguments } from '../../canonical/custom-tools.js';
import { serviceTierOf } from '../../canonical/usage.js';
import { count, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../provider.js';
import { eventError } from './errors.js';
import { readTokens } from './logprobs.js';
import { responseFailure, responseFinish, responseUsage } from './responses-answer.js';

/** Creates a reader for one response stream (https://platform.openai.com/docs/api-reference/responses-streaming). */
export function readResponseStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new ResponseReader();
  return (frame) => reader.read(frame);
}

interface Call {
  index: number;
  /** Whether its arguments were streamed; some gateways send them only when complete. */
  hasArguments: boolean;
}

/** Events that begin a response. They repeat its instructions and tools, which are long. */
const OPENINGS = new Set(['response.created', 'response.in_progress', 'response.queued']);

/** Events that are read. The others, which repeat whole texts, are skipped by name without parsing. */
const READ = new Set([
  ...OPENINGS,
  'response.output_text.delta',
  'response.refusal.delta',
  'response.reasoning_summary_text.delta',
  'response.reasoning_text.delta',
  'response.output_item.added',
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

class ResponseReader {
  private started = false;
  private calls = 0;
  /** By the provider's output index. */
  private readonly byOutput = new Map<number, Call>();

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'error') return [{ type: 'error', failure: eventError(data) }];
    if (data === '[DONE]') return [];
    if (name.startsWith('response.') && (!READ.has(name) || (this.started && OPENINGS.has(name)))) return [];
    const event = parseRecord(data);
    const type = text(event.type) || name;
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        return this.started ? [] : this.start(record(event.response));
      case 'response.output_text.delta':
        return [...probabilities(event), ...textDelta('text-delta', event)];
      case 'response.refusal.delta':
        return textDelta('refusal-delta', event);
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return textDelta('reasoning-delta', event);
      case 'response.output_item.added':
        return this.added(event, record(event.item));
      case 'response.function_call_arguments.delta':
        return this.argument(event, text(event.delta));
      case 'response.custom_tool_call_input.delta':
        return this.customInput(event, text(event.delta));
      case 'response.function_call_arguments.done':
        return this.callAt(event).hasArguments ? [] : this.argument(event, text(event.arguments));
      case 'response.custom_tool_call_input.done':
        return this.wholeInput(event);
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
      case 'response.cancelled':
        return this.terminal(record(event.response));
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

  /** Items other than messages and calls show that the provider is working, which may take minutes before the first text. */
  private added(event: UnknownRecord, item: UnknownRecord): CanonicalEvent[] {
    if (item.type === 'message') return [];
    if (item.type !== 'function_call' && item.type !== 'custom_tool_call') return [{ type: 'working' }];
    const call = this.callAt(event);
    return [{ type: 'tool-start', index: call.index, id: text(item.call_id), name: text(item.name) }];
  }

  private argument(event: UnknownRecord, piece: string): CanonicalEvent[] {
    const call = this.callAt(event);
    if (piece === '') return [];
    call.hasArguments = true;
    return [{ type: 'tool-delta', index: call.index, text: piece }];
  }

  /** The free text of a custom tool, as fragments of JSON arguments. */
  private customInput(event: UnknownRecord, piece: string): CanonicalEvent[] {
    const opening = this.callAt(event).hasArguments ? '' : customArguments('').slice(0, -CLOSING.length);
    return this.argument(event, piece === '' ? '' : opening + JSON.stringify(piece).slice(1, -1));
  }

  private wholeInput(event: UnknownRecord): CanonicalEvent[] {
    return this.argument(
      event,
      this.callAt(event).hasArguments ? CLOSING : customArguments(text(event.input)),
    );
  }

  private callAt(event: UnknownRecord): Call {
    const output = count(event.output_index) ?? 0;
    let call = this.byOutput.get(output);
    if (!call) {
      call = { index: this.calls++, hasArguments: false };
      this.byOutput.set(output, call);
    }
    return call;
  }

  private terminal(response: UnknownRecord): CanonicalEvent[] {
    const events = this.started ? [] : this.start(response);
    const usage = responseUsage(response);
    if (usage) events.push({ type: 'usage', usage });
    const failure = responseFailure(response);
    if (failure) return [...events, { type: 'error', failure }];
    return [...events, { type: 'finish', ...responseFinish(response, this.calls > 0) }, { type: 'done' }];
  }
}

function textDelta(
  type: 'text-delta' | 'refusal-delta' | 'reasoning-delta',
  event: UnknownRecord,
): CanonicalEvent[] {
  const delta = text(event.delta);
  return delta === '' ? [] : [{ type, text: delta }];
}

function probabilities({ logprobs }: UnknownRecord): CanonicalEvent[] {
  const tokens = readTokens(logprobs);
  return tokens.length === 0 ? [] : [{ type: 'logprobs', tokens }];
}
