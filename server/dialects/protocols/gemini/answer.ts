import { requireShallow } from '../../canonical/conversation/nesting.js';
import type { AnswerPart, FinishReason, CanonicalResponse } from '../../canonical/events.js';
import { withoutCutCall } from '../../canonical/whole-calls.js';
import { noUsage } from '../../canonical/usage.js';
import { isRecord } from '../../json/lenient.js';
import type { RenderContext } from '../protocol.js';
import { renderGrounding } from './grounding.js';
import { meanLogprob, renderLogprobs } from './logprobs.js';
import { markRedacted } from './redacted.js';
import { renderUsage } from './usage.js';

const reasons: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
};
/**
 * Google's own reasons for a filtered response (https://ai.google.dev/api/generate-content#FinishReason), which are more
 * precise than the canonical one. Only these are passed on: other providers have reasons of the same form.
 */
const filters = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MODEL_ARMOR',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
  'IMAGE_RECITATION',
]);

export function renderAnswer(answer: CanonicalResponse, context: RenderContext): object {
  const parts = withoutCutCall(answer).map(renderPart);
  return {
    candidates: [
      {
        content: { role: 'model', parts: parts.length > 0 ? parts : [{ text: '' }] },
        finishReason: renderFinish(answer.finish),
        ...(answer.logprobs && {
          avgLogprobs: meanLogprob(answer.logprobs),
          logprobsResult: renderLogprobs(answer.logprobs),
        }),
        ...(answer.citations && {
          groundingMetadata: renderGrounding(answer.citations, textOf(answer.parts)),
        }),
        index: 0,
      },
    ],
    usageMetadata: renderUsage(answer.usage ?? { ...noUsage(), input: context.inputTokens }),
    modelVersion: answer.model || context.model,
    responseId: answer.id || `response-${context.createdAt}`,
  };
}

function textOf(parts: readonly AnswerPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function renderFinish({ reason, raw }: CanonicalResponse['finish']): string {
  return reason === 'content-filter' && raw !== undefined && filters.has(raw) ? raw : reasons[reason];
}

export function renderPart(part: AnswerPart): object {
  switch (part.type) {
    case 'text':
    case 'refusal':
      return { text: part.text };
    case 'reasoning':
      return { text: part.text, thought: true, ...signed(part.signature) };
    case 'reasoning-redacted':
      return { text: '', thought: true, thoughtSignature: markRedacted(part.data) };
    case 'tool-call':
      return {
        functionCall: { id: part.id, name: part.name, args: callArguments(part.arguments) },
        ...signed(part.signature),
      };
  }
}

function signed(signature: string | undefined): object {
  return signature === undefined ? {} : { thoughtSignature: signature };
}

/**
 * Invalid arguments from a model become an empty object, so that the client can ask again instead of failing on the whole
 * response. @throws UpstreamError when they are nested too deeply
 */
function callArguments(text: string): object {
  requireShallow(text);
  return completeArguments(text) ?? {};
}

/** The arguments as an object; undefined when they are incomplete or not an object. */
export function completeArguments(text: string): object | undefined {
  if (!text.trimEnd().endsWith('}')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    // Incomplete, or not JSON.
    return undefined;
  }
}
