import type { UpstreamFailure } from '../canonical/failure.js';
import { count, isRecord, type UnknownRecord } from '../json/lenient.js';
import { openaiLike, type Vendor } from './openai/index.js';
import type { ModelRules } from './openai/shape.js';
import { passedJson, parsedAnswer } from './openai/operations.js';
import { imageUsage } from './openai/image-usage.js';

const REASONS = /^grok-(3-mini|4)/;
const MINI = /^grok-3-mini/;
const SUFFIX = /-(high|medium|low)$/;

const vendor: Vendor = {
  name: 'xai',
  rules,
  change: (_members, model) => (model.startsWith('grok-4') ? { reasoning_effort: undefined } : {}),
  normalize: (body) => (isRecord(body.usage) ? { ...body, usage: withReasoning(body.usage) } : body),
  fault,
};

/** https://docs.x.ai/docs/api-reference */
export const xai = openaiLike({
  ...vendor,
  operations: {
    'image-generation': {
      request: (request, target) =>
        passedJson(request, target, '/v1/images/generations', vendor, {
          size: undefined,
          quality: undefined,
          style: undefined,
        }),
      answer: (body, request) => ({ usage: imageUsage(parsedAnswer(body), request) }),
    },
  },
});

/** Only grok-3-mini supports efforts; all reasoning models reject penalties and stop sequences. */
function rules(name: string): ModelRules {
  const effort = MINI.test(name) ? SUFFIX.exec(name)?.[1] : undefined;
  return {
    model: effort === undefined ? name : name.slice(0, -effort.length - 1),
    effort,
    reasons: REASONS.test(name),
    refused: REASONS.test(name) ? ['presence_penalty', 'frequency_penalty', 'stop'] : [],
    developer: false,
  };
}

/** Invalid keys are reported as 400, and prompts that are too long with a message of xAI's own. */
function fault(failure: UpstreamFailure): UpstreamFailure {
  if (failure.status !== 400) return failure;
  if (failure.message.includes('Incorrect API key'))
    return { ...failure, status: 401, disables: true, retryable: true };
  if (failure.message.includes('maximum prompt length')) return { ...failure, tooLong: true };
  return failure;
}

/** xAI's completion tokens exclude reasoning, which is only part of the total. */
function withReasoning(usage: UnknownRecord): UnknownRecord {
  const prompt = count(usage.prompt_tokens) ?? 0;
  const total = count(usage.total_tokens) ?? 0;
  const told = count(usage.completion_tokens) ?? 0;
  const completion = Math.max(told, total - prompt);
  return completion === told ? usage : { ...usage, completion_tokens: completion };
}
