import { CodePoints } from '../../canonical/code-points.js';
import type { AnswerPart, CanonicalResponse } from '../../canonical/events.js';
import { customInput } from '../../canonical/conversation/custom-tools.js';
import type { RenderContext } from '../protocol.js';
import { renderAnnotations } from './annotations.js';
import { signatureFields } from './call-signature.js';
import { renderFinish } from './finish.js';
import { renderLogprobs } from './logprobs.js';
import { customNames } from './tools.js';
import { renderUsage } from './usage.js';

export function renderAnswer(answer: CanonicalResponse, context: RenderContext): object {
  return {
    id: answer.id || `chatcmpl-${context.createdAt}`,
    object: 'chat.completion',
    created: context.createdAt,
    model: answer.model || context.model,
    choices: [
      {
        index: 0,
        message: message(answer, context),
        logprobs: answer.logprobs ? renderLogprobs(answer.logprobs) : null,
        finish_reason: renderFinish(answer.finish.reason),
      },
    ],
    ...(answer.usage ? { usage: renderUsage(answer.usage) } : {}),
  };
}

function message({ parts, citations }: CanonicalResponse, { request }: RenderContext): object {
  const calls = parts.filter((part) => part.type === 'tool-call');
  const custom = calls.length > 0 ? customNames(request) : undefined;
  const text = joined(parts, 'text');
  const annotations = citations ? renderAnnotations(citations, CodePoints.of(text ?? '')) : [];
  const thought = joined(parts, 'reasoning');
  const details = parts.flatMap(detail);
  return {
    role: 'assistant',
    content: text ?? (calls.length > 0 ? null : ''),
    refusal: joined(parts, 'refusal') ?? null,
    ...(thought === undefined ? {} : { reasoning_content: thought }),
    ...(annotations.length > 0 ? { annotations } : {}),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
    ...(calls.length > 0
      ? {
          tool_calls: calls.map((call) => ({
            id: call.id,
            ...(custom?.has(call.name)
              ? { type: 'custom', custom: { name: call.name, input: customInput(call.arguments) } }
              : {
                  type: 'function',
                  function: { name: call.name, arguments: call.arguments === '' ? '{}' : call.arguments },
                }),
            ...signatureFields(call.signature),
          })),
        }
      : {}),
  };
}

function joined(parts: AnswerPart[], type: 'text' | 'refusal' | 'reasoning'): string | undefined {
  const texts = parts.flatMap((part) => (part.type === type ? [part.text] : []));
  return texts.length > 0 ? texts.join('') : undefined;
}

/** Only signed reasoning can be sent back, so only that is listed. */
function detail(part: AnswerPart): object[] {
  if (part.type === 'reasoning-redacted') return [{ type: 'redacted', data: part.data }];
  if (part.type !== 'reasoning' || !part.signature) return [];
  return [{ type: 'thinking', thinking: part.text, signature: part.signature }];
}
