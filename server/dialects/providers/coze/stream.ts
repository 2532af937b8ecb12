import type { CanonicalEvent } from '../../canonical/events.js';
import { brokenOff } from '../../canonical/finish.js';
import { isRecord, list, parseRecord, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { Frame } from '../../kit/provider.js';
import { failureOf, innerError } from './errors.js';
import { readUsage } from './usage.js';

/** Creates a reader for one stream; the names of the events tell what they are. */
export function readStream(): (frame: Frame) => CanonicalEvent[] {
  const reader = new EventReader();
  return (frame) => reader.read(frame);
}

class EventReader {
  private started = false;
  /** Message whose text was sent last. */
  private message = '';
  private readonly streamed = new Set<string>();

  read({ name, data }: Frame): CanonicalEvent[] {
    if (name === 'done') return [{ type: 'done' }];
    const body = parseRecord(data);
    if (name === 'error') return [{ type: 'error', failure: failureOf(body) }];
    // An error that is not announced by its name.
    const failure = innerError(body);
    if (failure) return [{ type: 'error', failure }];
    return [...this.start(body), ...this.events(name, body)];
  }

  private start({ conversation_id: conversation, id }: UnknownRecord): CanonicalEvent[] {
    if (this.started) return [];
    this.started = true;
    return [{ type: 'start', id: text(conversation) || text(id), model: '' }];
  }

  private events(name: string, body: UnknownRecord): CanonicalEvent[] {
    switch (name) {
      case 'conversation.message.delta':
        if (body.type !== 'answer') return [{ type: 'working' }];
        this.streamed.add(text(body.id));
        return this.said(body);
      case 'conversation.message.completed':
        // The whole text of an answer, which bots with workflows may send without deltas.
        if (body.type !== 'answer' || this.streamed.has(text(body.id))) return [{ type: 'working' }];
        return this.said(body);
      case 'conversation.audio.delta':
        return [{ type: 'media-delta' }];
      case 'conversation.chat.completed':
        return [...usageOf(body), { type: 'finish', reason: 'stop' }];
      case 'conversation.chat.requires_action':
        return [...calls(body), ...usageOf(body), { type: 'finish', reason: 'tool-calls' }];
      case 'conversation.chat.failed':
        return [{ type: 'error', failure: failureOf(record(body.last_error)) }];
      case 'conversation.chat.canceled':
        return [...usageOf(body), { type: 'error', failure: brokenOff('canceled') }];
      default:
        return [{ type: 'working' }];
    }
  }

  /** A bot can answer with several messages. */
  private said(body: UnknownRecord): CanonicalEvent[] {
    const events: CanonicalEvent[] = [];
    if (text(body.reasoning_content) !== '')
      events.push({ type: 'reasoning-delta', text: text(body.reasoning_content) });
    const content = text(body.content);
    if (content === '') return events;
    const id = text(body.id);
    const separator = this.message !== '' && this.message !== id ? '\n\n' : '';
    this.message = id;
    return [...events, { type: 'text-delta', text: separator + content }];
  }
}

function usageOf({ usage }: UnknownRecord): CanonicalEvent[] {
  const read = readUsage(usage);
  return read ? [{ type: 'usage', usage: read }] : [];
}

/** Calls of the bot's plugins that run at the client. */
function calls({ required_action: action }: UnknownRecord): CanonicalEvent[] {
  const submitted = list(record(record(action).submit_tool_outputs).tool_calls);
  return submitted.filter(isRecord).flatMap((call, index): CanonicalEvent[] => {
    const { name, arguments: callArguments } = record(call.function);
    return [
      { type: 'tool-start', index, id: text(call.id), name: text(name) },
      { type: 'tool-delta', index, text: text(callArguments) },
    ];
  });
}
