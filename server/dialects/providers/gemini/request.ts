import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { isRecord } from '../../json/lenient.js';
import type { Target, UpstreamCall } from '../provider.js';
import { googleCall } from './address.js';
import { contentsOf, type GeminiPlatform } from './contents.js';
import { rulesOf, type ModelRules } from './model-rules.js';
import { refers, toGoogleSchema } from './schema.js';
import { reasoningOf, thinkingConfig } from './thinking.js';

/** Functions with these names enable Google's own tool instead. */
const ownTools = ['codeExecution', 'googleSearch', 'urlContext'];

const categories = [
  'HARM_CATEGORY_HARASSMENT',
  'HARM_CATEGORY_HATE_SPEECH',
  'HARM_CATEGORY_SEXUALLY_EXPLICIT',
  'HARM_CATEGORY_DANGEROUS_CONTENT',
  'HARM_CATEGORY_CIVIC_INTEGRITY',
];

/** Builds a generateContent request (https://ai.google.dev/api/generate-content). */
export function generateRequest(
  chat: CanonicalChat,
  target: Target,
  platform?: GeminiPlatform,
): UpstreamCall {
  const { maxImages, thinkingAdapter, thinkingBudgetShare } = target.settings.gemini;
  const rules = rulesOf(target.model, thinkingAdapter);
  const reasoning = reasoningOf(chat, rules, thinkingBudgetShare);
  const body: Record<string, unknown> = {
    contents: contentsOf(chat.turns, rules, maxImages, platform),
    systemInstruction: system(chat),
    ...tools(chat),
    generationConfig: generationConfig(chat, reasoning, rules),
    safetySettings: safetySettings(target),
    ...target.override,
  };
  const action = chat.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  // JSON.stringify omits undefined members.
  const call = googleCall({ ...target, model: rules.model }, action, Buffer.from(JSON.stringify(body)));
  const effort = reasoning?.type === 'budget' ? String(reasoning.tokens) : undefined;
  return { ...call, reasoningEffort: reasoning && 'effort' in reasoning ? reasoning.effort : effort };
}

/** All categories are sent, because Google applies its own thresholds to missing ones. */
function safetySettings({ settings }: Target): object[] {
  const { safety } = settings.gemini;
  return categories.flatMap((category) => {
    const threshold = safety[category] ?? safety.default;
    return threshold === undefined ? [] : [{ category, threshold }];
  });
}

function system(chat: CanonicalChat): object | undefined {
  const text = chat.system.map((part) => part.text).join('\n');
  return text === '' ? undefined : { parts: [{ text }] };
}

function generationConfig(
  chat: CanonicalChat,
  reasoning: CanonicalChat['reasoning'],
  rules: ModelRules,
): object {
  return {
    temperature: chat.temperature,
    topP: chat.topP,
    topK: chat.topK,
    maxOutputTokens: chat.maxTokens,
    stopSequences: chat.stop?.length ? chat.stop : undefined,
    seed: chat.seed,
    presencePenalty: chat.presencePenalty,
    frequencyPenalty: chat.frequencyPenalty,
    responseLogprobs: chat.logprobs,
    logprobs: chat.topLogprobs,
    thinkingConfig: thinkingConfig(reasoning, rules),
    responseModalities: rules.draws ? ['TEXT', 'IMAGE'] : undefined,
    ...responseFormat(chat.responseFormat),
  };
}

function responseFormat(format: CanonicalChat['responseFormat']): object {
  switch (format?.type) {
    case 'json':
      return { responseMimeType: 'application/json' };
    case 'schema': {
      const { schema } = format;
      const schemaMember = refers(schema)
        ? { responseJsonSchema: schema }
        : { responseSchema: toGoogleSchema(schema) };
      return { responseMimeType: 'application/json', ...schemaMember };
    }
    default:
      return {};
  }
}

function tools(chat: CanonicalChat): object {
  const own = ownTools.filter((name) => chat.tools.some((tool) => tool.name === name));
  const functions = chat.tools.filter((tool) => !ownTools.includes(tool.name));
  if (own.length === 0 && functions.length === 0) return {};
  const declarations = functions.length > 0 ? [{ functionDeclarations: functions.map(declaration) }] : [];
  return {
    tools: [...own.map((name) => ({ [name]: {} })), ...declarations],
    toolConfig: functions.length > 0 ? toolConfig(chat.toolChoice) : undefined,
  };
}

function declaration({ name, description, parameters }: CanonicalTool): object {
  if (refers(parameters)) return { name, description, parametersJsonSchema: parameters };
  return { name, description, parameters: isEmpty(parameters) ? undefined : toGoogleSchema(parameters) };
}

/** Google rejects an object schema without properties: a function without parameters is sent without a schema. */
function isEmpty(parameters: unknown): boolean {
  if (!isRecord(parameters)) return true;
  const { properties } = parameters;
  return parameters.type === 'object' && (!isRecord(properties) || Object.keys(properties).length === 0);
}

function toolConfig(choice: CanonicalChat['toolChoice']): object | undefined {
  switch (choice?.type) {
    case undefined:
      return undefined;
    case 'auto':
      return { functionCallingConfig: { mode: 'AUTO' } };
    case 'none':
      return { functionCallingConfig: { mode: 'NONE' } };
    case 'required':
      return { functionCallingConfig: { mode: 'ANY' } };
    case 'tool':
      return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [choice.name] } };
  }
}
