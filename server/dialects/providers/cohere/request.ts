import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import { objectSchema } from '../../json/object-schema.js';
import type { Target, UpstreamCall } from '../../kit/provider.js';
import { cohereCall, overrideOf } from './address.js';
import { fitSchema, jsonOutput } from './json-output.js';
import { conversationOf } from './messages.js';
import { rulesOf, type ModelRules } from './model-rules.js';

const MAX_STOPS = 5;
const MAX_K = 500;
const MAX_STRICT_FIELDS = 200;

/**
 * Builds a chat request (https://docs.cohere.com/reference/chat).
 * @throws ApiError 400 for content that Cohere does not accept
 */
export function chatRequest(chat: CanonicalChat, target: Target): UpstreamCall {
  const rules = rulesOf(target.model);
  const output = jsonOutput(chat);
  const thinking = rules.thinks ? thinkingOf(chat.reasoning) : undefined;
  const body = {
    model: target.model,
    ...conversationOf(chat, rules, output.instruction),
    stream: chat.stream,
    max_tokens: chat.maxTokens === undefined ? undefined : Math.min(chat.maxTokens, rules.maxOutput),
    ...sampling(chat),
    ...tools(chat, rules),
    response_format: output.format,
    thinking,
    ...overrideOf(target),
  };
  const call = cohereCall(target, '/v2/chat', body, chat.stream);
  return thinking === undefined ? call : { ...call, reasoningEffort: effortOf(chat.reasoning) };
}

/** OpenAI's ranges are wider than Cohere's, which rejects values outside its own. */
function sampling(chat: CanonicalChat): object {
  if ((chat.stop?.length ?? 0) > MAX_STOPS)
    throw new ApiError('convert_request_failed', {
      detail: `stop: this model accepts at most ${MAX_STOPS} sequences`,
    });
  return {
    temperature: within(chat.temperature, 0, 1),
    p: within(chat.topP, 0.01, 0.99),
    k: within(chat.topK, 0, MAX_K),
    stop_sequences: chat.stop?.length ? chat.stop : undefined,
    seed: chat.seed !== undefined && chat.seed >= 0 ? chat.seed : undefined,
    ...penalty(chat),
    logprobs: chat.logprobs === true ? true : undefined,
  };
}

/** Only one of the penalties may be set, between 0 and 1. */
function penalty({ frequencyPenalty, presencePenalty }: CanonicalChat): object {
  const frequency = within(frequencyPenalty, 0, 1);
  if (frequency) return { frequency_penalty: frequency };
  const presence = within(presencePenalty, 0, 1);
  return presence ? { presence_penalty: presence } : {};
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined ? undefined : Math.min(Math.max(value, least), most);
}

/** Without a choice the model is free. A single tool cannot be demanded: only that one is sent then. */
function tools(chat: CanonicalChat, rules: ModelRules): object {
  const choice = chat.toolChoice;
  if (chat.tools.length === 0) return {};
  // Older models have no way to forbid calls but to know no tools.
  if (choice?.type === 'none' && !rules.choosesTools) return {};
  const named = choice?.type === 'tool' ? chat.tools.filter(({ name }) => name === choice.name) : [];
  const demanded = choice?.type === 'required' || named.length > 0;
  const offered = named.length > 0 ? named : chat.tools;
  const schemas = strictSchemas(offered);
  return {
    tools: offered.map((tool, index) => toolOf(tool, schemas?.[index])),
    strict_tools: schemas && true,
    tool_choice: !rules.choosesTools
      ? undefined
      : demanded
        ? 'REQUIRED'
        : choice?.type === 'none'
          ? 'NONE'
          : undefined,
  };
}

function toolOf({ name, description, parameters }: CanonicalTool, strict: object | undefined): object {
  const schema = isRecord(parameters) ? objectSchema(parameters) : { type: 'object', properties: {} };
  return { type: 'function', function: { name, description, parameters: strict ?? schema } };
}

/**
 * The schemas of tools that are all to be strict, because `strict_tools` is one setting for all; undefined if they are not,
 * or if one of them cannot be enforced: https://docs.cohere.com/docs/tool-use-parameter-types
 */
function strictSchemas(tools: readonly CanonicalTool[]): object[] | undefined {
  if (!tools.every(({ strict }) => strict)) return undefined;
  const schemas = tools.flatMap(({ parameters }) => {
    const fitted = fitSchema(isRecord(parameters) ? objectSchema(parameters) : {});
    return fitted ? [fitted] : [];
  });
  const fields = schemas.reduce<number>((sum, schema) => sum + fieldsIn(schema), 0);
  return schemas.length === tools.length && fields <= MAX_STRICT_FIELDS ? schemas : undefined;
}

/** Number of properties, at all levels. */
function fieldsIn(schema: unknown): number {
  if (Array.isArray(schema)) return schema.reduce<number>((sum, inner) => sum + fieldsIn(inner), 0);
  if (!isRecord(schema)) return 0;
  const own = isRecord(schema.properties) ? Object.keys(schema.properties).length : 0;
  return Object.values(schema).reduce<number>((sum, inner) => sum + fieldsIn(inner), own);
}

/** https://docs.cohere.com/docs/reasoning: on with an optional budget, or off; there are no effort levels. */
function thinkingOf(reasoning: CanonicalChat['reasoning']): object | undefined {
  switch (reasoning?.type) {
    case undefined:
      return undefined;
    case 'off':
      return { type: 'disabled' };
    case 'budget':
      return reasoning.tokens > 0
        ? { type: 'enabled', token_budget: reasoning.tokens }
        : { type: 'disabled' };
    case 'effort':
      return { type: ['none', 'minimal'].includes(reasoning.effort) ? 'disabled' : 'enabled' };
    case 'adaptive':
      return { type: 'enabled' };
  }
}

function effortOf(reasoning: CanonicalChat['reasoning']): string | undefined {
  if (reasoning?.type === 'budget') return String(reasoning.tokens);
  return reasoning && 'effort' in reasoning ? reasoning.effort : undefined;
}
