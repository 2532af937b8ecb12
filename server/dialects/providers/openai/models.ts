import { record, list, text } from '../../json/lenient.js';
import type { Query } from '../provider.js';
import { addressOf, bearerHeaders } from './address.js';
import type { ModelRules, OpenAIDialect } from './dialect.js';

const reasoning = /^(o\d|gpt-5|codex)/;
/** Chat variants of gpt-5 do not reason and accept sampling fields like older models. */
const chatTuning = /^gpt-5(\.\d+)?-chat/;
const suffix = /-(high|medium|low|minimal|none|xhigh)$/;
const early = /^o[13]/;
const earlyWithoutDeveloper = /^o1-(?!2024-12-17)/;

const refusedByAll = ['temperature'] as const;
const refusedByNewer = [
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
] as const;

const plain: Omit<ModelRules, 'model'> = { effort: undefined, reasons: false, refused: [], developer: false };

export function rulesOf(name: string): ModelRules {
  if (!reasoning.test(name) || chatTuning.test(name)) return { ...plain, model: name };
  const effort = suffix.exec(name)?.[1];
  const model = effort === undefined ? name : name.slice(0, -effort.length - 1);
  return {
    model,
    effort,
    reasons: true,
    refused: early.test(name) ? refusedByAll : refusedByNewer,
    developer: !earlyWithoutDeveloper.test(model),
  };
}

/** Whether the model accepts reasoning_effort. Older chat models reject it; unknown models are assumed to accept it. */
export function takesEffort(model: string): boolean {
  return !/^(gpt-3|gpt-4|chatgpt)/.test(model);
}

export const models = (dialect: OpenAIDialect): Query<string[]> => ({
  request: (target) => ({
    method: 'GET',
    url: addressOf(dialect, '/v1/models', target),
    headers: (dialect.headers ?? bearerHeaders)(target),
  }),
  read: (body) =>
    list(Array.isArray(body) ? body : record(body).data)
      .map((model) => text(record(model).id))
      .filter((id) => id !== ''),
});
