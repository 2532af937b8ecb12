import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalTurn, TurnPart } from '../../canonical/chat.js';
import { asUserTurn } from '../../canonical/conversation/instructions.js';
import { isRecord } from '../../json/lenient.js';

export type Message =
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; function_call?: { name: string; arguments: string } }
  | { role: 'function'; name: string; content: string };

type ToolResult = Extract<TurnPart, { type: 'tool-result' }>;

/** Required message without content: empty messages are rejected. */
const SILENCE = '...';

/**
 * Converts the conversation. The first and the last message are the user's or a function's, and those of the assistant stand
 * between them, one at a time. A message calls one function, so that parallel calls are written one after another.
 * @throws ApiError unsupported_parameter for images, files and audio
 */
export function messagesOf(turns: readonly CanonicalTurn[]): Message[] {
  const results = new Map<string, ToolResult>();
  for (const part of turns.flatMap(({ parts }) => parts))
    if (part.type === 'tool-result') results.set(part.id, part);
  const called = new Set<string>();
  const messages: Message[] = [];
  for (const { role, parts } of turns.map(asUserTurn)) {
    const text = parts.map((part) => textOf(part, called)).filter((piece) => piece.trim() !== '');
    if (role !== 'assistant') {
      if (text.length > 0) add(messages, { role: 'user', content: text.join('\n') });
      continue;
    }
    if (text.length > 0) add(messages, { role: 'assistant', content: text.join('\n') });
    for (const part of parts) {
      if (part.type !== 'tool-call') continue;
      called.add(part.id);
      addCall(messages, part);
      add(messages, { role: 'function', name: part.name, content: resultText(results.get(part.id)) });
    }
  }
  if (messages.length === 0 || messages.at(-1)?.role === 'assistant')
    messages.push({ role: 'user', content: SILENCE });
  return messages;
}

function add(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  const isAnswer = message.role === 'assistant';
  if (last && (last.role === 'assistant') === isAnswer) {
    if (last.role === 'user' && message.role === 'user') {
      last.content += `\n${message.content}`;
      return;
    }
    if (last.role === 'assistant' && isAnswer && !last.function_call) {
      last.content += `\n${message.content}`;
      return;
    }
    messages.push(isAnswer ? { role: 'user', content: SILENCE } : { role: 'assistant', content: SILENCE });
  } else if (!last && message.role !== 'user') messages.push({ role: 'user', content: SILENCE });
  messages.push(message);
}

/** A call belongs to the text before it. */
function addCall(messages: Message[], call: Extract<TurnPart, { type: 'tool-call' }>): void {
  const function_call = { name: call.name, arguments: call.arguments.trim() || '{}' };
  const last = messages.at(-1);
  if (last?.role === 'assistant' && !last.function_call) last.function_call = function_call;
  else add(messages, { role: 'assistant', content: '', function_call });
}

/** Results of functions are JSON objects. */
function resultText(result: ToolResult | undefined): string {
  const text = (result?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
  try {
    if (isRecord(JSON.parse(text))) return text;
  } catch {
    // Plain text is wrapped below, like other JSON.
  }
  return JSON.stringify(result?.isError ? { error: text } : { result: text });
}

/** @param called ids of the calls so far; their results are messages of their own */
function textOf(part: TurnPart, called: ReadonlySet<string>): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'tool-result': {
      if (part.parts.some(({ type }) => type === 'image')) throw noMedia('image');
      return called.has(part.id) ? '' : `Tool result of ${part.name ?? part.id}: ${resultText(part)}`;
    }
    case 'image':
    case 'file':
    case 'audio':
      throw noMedia(part.type);
    case 'tool-call':
    case 'reasoning':
    case 'reasoning-redacted':
      return '';
  }
}

function noMedia(type: string): ApiError {
  return new ApiError('unsupported_parameter', { detail: `${type}: not supported by this model` });
}
