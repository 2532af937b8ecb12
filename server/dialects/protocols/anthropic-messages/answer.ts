import { table } from '../../kit/table.js';
import { citationsByPart } from '../../canonical/fold.js';
import { requireShallow } from '../../canonical/conversation/nesting.js';
import type { AnswerPart, FinishReason, CanonicalResponse } from '../../canonical/events.js';
import { withoutCutCall } from '../../canonical/whole-calls.js';
import { noUsage } from '../../canonical/usage.js';
import { isRecord } from '../../json/lenient.js';
import type { RenderContext } from '../protocol.js';
import { renderCitation } from './citations.js';
import { renderUsage } from './usage.js';

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'refusal',
};

export function renderAnswer(answer: CanonicalResponse, context: RenderContext): object {
  return {
    id: messageId(answer.id, context),
    type: 'message',
    role: 'assistant',
    model: answer.model || context.model,
    content: content(answer),
    ...renderStop(answer.finish),
    usage: renderUsage(answer.usage ?? { ...noUsage(), input: context.inputTokens }),
  };
}

/** Clients recognise the kind of an id by its prefix. */
export function messageId(id: string, context: RenderContext): string {
  if (id === '') return `msg_${context.createdAt}`;
  return id.startsWith('msg_') ? id : `msg_${id}`;
}

/** More precise stop reasons of this protocol, which are passed on where the provider sent them. */
const preciseReasons = table<FinishReason>({
  pause_turn: 'stop',
  compaction: 'stop',
  model_context_window_exceeded: 'length',
});

export function renderStop({ reason, raw = '', stopSequence }: CanonicalResponse['finish']): object {
  const stopReason = preciseReasons[raw] === reason ? raw : reasons[reason];
  return {
    stop_reason: stopSequence === undefined ? stopReason : 'stop_sequence',
    stop_sequence: stopSequence ?? null,
  };
}

function content({ parts, citations, finish }: CanonicalResponse): object[] {
  const cited = citationsByPart(parts, citations);
  return withoutCutCall({ parts, finish }).map((part) => {
    const sources = part.type === 'text' ? (cited.get(part) ?? []) : [];
    const rendered = sources.flatMap((citation) => renderCitation(citation) ?? []);
    return rendered.length > 0 ? { ...block(part), citations: rendered } : block(part);
  });
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
