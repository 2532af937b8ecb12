import type { CanonicalChat } from '../../canonical/chat.js';
import type { GoogleFields } from './google-fields.js';
import { toJsonSchema } from './schema.js';

type Settings = Pick<
  CanonicalChat,
  | 'maxTokens'
  | 'temperature'
  | 'topP'
  | 'topK'
  | 'stop'
  | 'seed'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'logprobs'
  | 'topLogprobs'
  | 'reasoning'
  | 'responseFormat'
>;

/** Settings for responses other than text, for which other providers have separate routes. */
const otherKinds = ['speechConfig', 'imageConfig'];

/**
 * Reads generationConfig (https://ai.google.dev/api/generate-content#generationconfig).
 * @param nativeOnly receives the locations of settings that no other provider supports
 * @throws FieldError
 */
export function readSettings(config: GoogleFields | undefined, nativeOnly: string[]): Settings {
  if (!config) return {};
  if ((config.integer('candidateCount') ?? 1) > 1) nativeOnly.push(config.place('candidateCount'));
  if (config.strings('responseModalities')?.some((kind) => kind.toUpperCase() !== 'TEXT'))
    nativeOnly.push(config.place('responseModalities'));
  for (const name of otherKinds) if (config.has(name)) nativeOnly.push(config.place(name));
  const topK = config.number('topK');
  return {
    maxTokens: config.integer('maxOutputTokens') || undefined,
    temperature: config.number('temperature'),
    topP: config.number('topP'),
    topK: topK === undefined ? undefined : Math.round(topK),
    stop: config.strings('stopSequences'),
    seed: config.integer('seed'),
    presencePenalty: config.number('presencePenalty'),
    frequencyPenalty: config.number('frequencyPenalty'),
    logprobs: config.boolean('responseLogprobs'),
    topLogprobs: config.integer('logprobs'),
    reasoning: reasoning(config.object('thinkingConfig')),
    responseFormat: responseFormat(config, nativeOnly),
  };
}

/** A level takes precedence over a budget; a budget of -1 leaves it to the model. */
function reasoning(thinking: GoogleFields | undefined): CanonicalChat['reasoning'] {
  const level = thinking?.string('thinkingLevel')?.toLowerCase();
  if (level !== undefined && level !== 'thinking_level_unspecified') return { type: 'effort', effort: level };
  const budget = thinking?.integer('thinkingBudget');
  if (budget === undefined) return undefined;
  if (budget < 0) return { type: 'adaptive' };
  return budget === 0 ? { type: 'off' } : { type: 'budget', tokens: budget };
}

/** This protocol has no schema name, but OpenAI requires one. */
function responseFormat(config: GoogleFields, nativeOnly: string[]): CanonicalChat['responseFormat'] {
  const schema = config.raw('responseJsonSchema') ?? toJsonSchema(config.raw('responseSchema'));
  switch (config.string('responseMimeType')) {
    case undefined:
    case '':
    case 'text/plain':
      return undefined;
    case 'application/json':
      return schema === undefined ? { type: 'json' } : { type: 'schema', name: 'response', schema };
    default:
      nativeOnly.push(config.place('responseMimeType'));
      return undefined;
  }
}
