import { makersName } from '../../../contract/model-name.js';
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

/** Most names whose rules are kept: mappings and clients may name any model. */
const KEPT = 1000;
const kept = new Map<string, ModelRules>();

export function rulesOf(name: string): ModelRules {
  let rules = kept.get(name);
  if (!rules) {
    rules = readRules(name);
    if (kept.size < KEPT) kept.set(name, rules);
  }
  return rules;
}

function readRules(name: string): ModelRules {
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

/** Rules of platforms on which model names do not imply which members a model accepts. */
export const rulesOfAnyModel = (model: string): ModelRules => ({ ...plain, model });

/**
 * Rules of platforms that serve OpenAI's models under names with this prefix. Instructions are sent as system messages,
 * which OpenAI accepts for all of its models.
 */
export const rulesBehind =
  (prefix: string) =>
  (name: string): ModelRules => {
    if (!name.startsWith(prefix)) return rulesOfAnyModel(name);
    const rules = rulesOf(name.slice(prefix.length));
    return { ...rules, model: prefix + rules.model, developer: false };
  };

/** Whether the model accepts reasoning_effort. Older chat models reject it; unknown models are assumed to accept it. */
export function takesEffort(model: string): boolean {
  return !/^(gpt-3|gpt-4|chatgpt)/.test(makersName(model));
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
