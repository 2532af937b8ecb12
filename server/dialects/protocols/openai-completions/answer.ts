import type { CanonicalResponse } from '../../canonical/events.js';
import type { RenderContext } from '../protocol.js';
import { renderChoice, renderFinish } from './choice.js';
import { renderUsage } from './usage.js';

/** https://platform.openai.com/docs/api-reference/completions/object */
export function renderAnswer(answer: CanonicalResponse, { createdAt, model }: RenderContext): object {
  let text = '';
  let thought = '';
  for (const part of answer.parts) {
    if (part.type === 'text' || part.type === 'refusal') text += part.text;
    else if (part.type === 'reasoning') thought += part.text;
  }
  return {
    id: answer.id || `cmpl-${createdAt}`,
    object: 'text_completion',
    created: createdAt,
    model: answer.model || model,
    choices: [renderChoice(text, thought, renderFinish(answer.finish.reason))],
    ...(answer.usage ? { usage: renderUsage(answer.usage) } : {}),
  };
}
