import { requireShallow } from '../../canonical/nesting.js';
import type { AnswerPart, FinishReason, CanonicalResponse } from '../../canonical/events.js';
import { noUsage } from '../../canonical/usage.js';
import { isRecord } from '../../json/lenient.js';
import type { RenderContext } from '../protocol.js';
import { renderUsage } from './usage.js';

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
  other: 'end_turn',
};

export function renderAnswer(answer: CanonicalResponse, context: RenderContext): object {
  return {
    id: messageId(answer.id, context),
    type: 'message',
    role: 'assistant',
    model: answer.model || context.model,
    content: answer.parts.map(block),
    ...renderStop(answer.finish),
    usage: renderUsage(answer.usage ?? { ...noUsage(), input: context.inputTokens }),
  };
}

/** Clients recognise the kind of an id by its prefix. */
export function messageId(id: string, context: RenderContext): string {
  if (id === '') return `msg_${context.createdAt}`;
  return id.startsWith('msg_') ? id : `msg_${id}`;
}

export function renderStop({ reason, stopSequence }: CanonicalResponse['finish']): object {
  return {
    stop_reason: stopSequence === undefined ? reasons[reason] : 'stop_sequence',
    stop_sequence: stopSequence ?? null,
  };
}

function block(part: AnswerPart): object {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return { type: 'text', text: part.text };
    case 'reasoning':
      return { type: 'thinking', thinking: part.text, signature: part.signature ?? '' };
    case 'reasoning-redacted':
      return { type: 'redacted_thinking', data: part.data };
    case 'tool-call':
      return { type: 'tool_use', id: part.id, name: part.name, input: input(part.arguments) };
  }
}

/**
 * Invalid arguments from a model become an empty input, so that the client can ask again instead of failing on the whole
 * response. @throws UpstreamError when they are nested too deeply
 */
function input(text: string): object {
  if (text.trim() === '') return {};
  requireShallow(text);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
