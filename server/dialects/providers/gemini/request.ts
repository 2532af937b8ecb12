import { ApiError } from '../../../contract/errors/api-error.js';
import type { CanonicalChat, CanonicalTool } from '../../canonical/chat.js';
import { jsonInstruction } from '../../canonical/conversation/json-mode.js';
import { firstCalls, openLoop } from '../../canonical/thoughts.js';
import type { Target, ThoughtRules, UpstreamCall } from '../../kit/provider.js';
import { googleCall } from './address.js';
import { contentsOf, type GeminiPlatform } from './contents.js';
import { chosenConfig } from './google-options.js';
import { geminiRules } from './request-rules.js';
import { rulesOf, type ModelRules } from './model-rules.js';
import { parametersOf, responseSchemaOf } from './schema.js';
import { reasoningOf, thinkingConfig } from './thinking.js';

/** Functions with these names enable Google's own tool instead. */
const ownTools = ['codeExecution', 'googleSearch', 'urlContext'];

/** https://ai.google.dev/api/generate-content#generationconfig */
const MAX_STOPS = 5;

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
  const output = outputOf(chat, rules.model);
  const body: Record<string, unknown> = {
    contents: contentsOf(chat.turns, rules, maxImages, platform),
    systemInstruction: system(chat, output.instruction),
    ...tools({ ...chat, tools: output.tools }),
    generationConfig: { ...generationConfig(chat, reasoning, rules), ...output.format },
    safetySettings: safetySettings(chat, target),
    cachedContent: chat.google?.cachedContent,
    // https://ai.google.dev/gemini-api/docs/priority-inference; Vertex AI takes it as a header (vertex/service-tier.ts).
    serviceTier: TIERS.has(chat.serviceTier) ? chat.serviceTier : undefined,
    ...target.override,
  };
  const action = chat.stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
  // JSON.stringify omits undefined members.
  const call = googleCall({ ...target, model: rules.model }, action, Buffer.from(JSON.stringify(body)));
  const effort = reasoning?.type === 'budget' ? String(reasoning.tokens) : undefined;
  return { ...call, reasoningEffort: reasoning && 'effort' in reasoning ? reasoning.effort : effort };
}

const TIERS: ReadonlySet<string | undefined> = new Set(['flex', 'priority']);

/** https://ai.google.dev/gemini-api/docs/thought-signatures */
export const geminiThoughts: ThoughtRules = { issuer: 'gemini', missing: missingThoughts };

/** Thinking models expect the signature that was on the first call of each turn of an open tool loop. */
function missingThoughts(chat: CanonicalChat, target: Target): readonly string[] {
  const rules = rulesOf(target.model, target.settings.gemini.thinkingAdapter);
  if (rules.thinks === 'not') return [];
  const signed = (id: string) =>
    chat.turns.some(({ parts }) =>
      parts.some((part) => part.type === 'tool-call' && part.id === id && part.signature !== undefined),
    );
  return firstCalls(openLoop(chat)).filter((id) => !signed(id));
}

/** All categories are sent, because Google applies its own thresholds to missing ones. */
function safetySettings({ google }: CanonicalChat, { settings }: Target): object[] {
  const { safety } = settings.gemini;
  const chosen = google?.safetySettings ?? [];
  const usual = categories.flatMap((category) => {
    const threshold = safety[category] ?? safety.default;
    const isChosen = threshold === undefined || chosen.some((setting) => setting.category === category);
    return isChosen ? [] : [{ category, threshold }];
  });
  return [...usual, ...chosen];
}

/**
 * How the output format is requested. Where the model rejects JSON output together with tools, an instruction replaces it;
 * tools that must not be called are left out instead.
 */
function outputOf(
  { responseFormat: format, tools: all, toolChoice }: CanonicalChat,
  model: string,
): { format: object; tools: CanonicalTool[]; instruction?: string } {
  const isJson = format?.type === 'json' || format?.type === 'schema';
  const excludesTools = geminiRules(model).toolsWithJson !== undefined;
  if (!isJson || !excludesTools || all.length === 0) return { format: responseFormat(format), tools: all };
  if (toolChoice?.type === 'none') return { format: responseFormat(format), tools: [] };
  const schema = format.type === 'schema' ? format.schema : undefined;
  return { format: {}, tools: all, instruction: jsonInstruction(schema) };
}

function system(chat: CanonicalChat, instruction: string | undefined): object | undefined {
  const texts = chat.system.map((part) => part.text);
  const text = [...texts, instruction ?? ''].filter((line) => line !== '').join('\n');
  return text === '' ? undefined : { parts: [{ text }] };
}

function generationConfig(
  chat: CanonicalChat,
  reasoning: CanonicalChat['reasoning'],
  rules: ModelRules,
): object {
  const thinking = thinkingConfig(reasoning, rules);
  return {
    temperature: chat.temperature,
    topP: chat.topP,
    topK: chat.topK === undefined || chat.topK < 1 ? undefined : chat.topK,
    maxOutputTokens: chat.maxTokens,
    stopSequences: stopSequences(chat),
    // An integer of 32 bits.
    seed: chat.seed === undefined ? undefined : Number(BigInt.asIntN(32, BigInt(Math.trunc(chat.seed)))),
    presencePenalty: chat.presencePenalty,
    frequencyPenalty: chat.frequencyPenalty,
    responseLogprobs: chat.logprobs,
    logprobs: chat.logprobs ? chat.topLogprobs : undefined,
    thinkingConfig: thinking,
    responseModalities: rules.draws ? ['TEXT', 'IMAGE'] : undefined,
    ...chosenConfig(chat.google, rules, thinking),
  };
}

function stopSequences({ stop = [] }: CanonicalChat): readonly string[] | undefined {
  const texts = stop.filter((text) => text !== '');
  if (texts.length <= MAX_STOPS) return texts.length > 0 ? texts : undefined;
  throw new ApiError('convert_request_failed', {
    detail: `stop: this model accepts at most ${MAX_STOPS} sequences`,
  });
}

function responseFormat(format: CanonicalChat['responseFormat']): object {
  switch (format?.type) {
    case 'json':
      return { responseMimeType: 'application/json' };
    case 'schema':
      return { responseMimeType: 'application/json', ...responseSchemaOf(format.schema) };
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
  return { name, description, ...parametersOf(parameters) };
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
