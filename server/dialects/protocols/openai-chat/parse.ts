import type { CanonicalChat } from '../../canonical/chat.js';
import type { Fields } from '../../json/fields.js';
import { parseWhole } from '../../json/top-level.js';
import { readGoogleOptions, reasoningOf } from './google-options.js';
import { readMessages } from './messages.js';
import { NATIVE_MEMBERS } from './native-only.js';
import { readTools } from './tools.js';

export function parseChat(body: Buffer): CanonicalChat {
  return parseWhole(body, 'invalid_text_request', (fields) => {
    const stop = fields.raw('stop');
    const nativeOnly = beyondOthers(fields);
    const ownReasoning = reasoning(fields);
    const google = readGoogleOptions(fields, ownReasoning !== undefined);
    return {
      model: fields.neededString('model'),
      ...readMessages(fields.objects('messages'), nativeOnly),
      ...readTools(fields, nativeOnly),
      parallelTools: fields.boolean('parallel_tool_calls'),
      maxTokens: maxTokens(fields),
      temperature: fields.number('temperature'),
      topP: fields.number('top_p'),
      topK: fields.integer('top_k'),
      stop: typeof stop === 'string' ? [stop] : fields.strings('stop'),
      seed: fields.integer('seed'),
      presencePenalty: fields.number('presence_penalty'),
      frequencyPenalty: fields.number('frequency_penalty'),
      logitBias: numbers(fields, 'logit_bias'),
      logprobs: fields.boolean('logprobs'),
      topLogprobs: fields.integer('top_logprobs'),
      reasoning: ownReasoning ?? reasoningOf(google),
      responseFormat: responseFormat(fields.object('response_format')),
      verbosity: fields.string('verbosity'),
      promptCacheKey: fields.string('prompt_cache_key'),
      stream: fields.boolean('stream') ?? false,
      includeUsage: fields.object('stream_options')?.boolean('include_usage') ?? false,
      user: fields.string('user') ?? fields.string('safety_identifier'),
      serviceTier: fields.string('service_tier'),
      metadata: strings(fields, 'metadata'),
      ...(google && { google }),
      ...(nativeOnly.length > 0 && { nativeOnly }),
    };
  });
}

/**
 * Features that only providers of this protocol support. Leaving them out would silently give the client less than it
 * requested, so they make the request untranslatable.
 */
function beyondOthers(fields: Fields): string[] {
  const requestsAudio = fields.strings('modalities')?.includes('audio') ?? false;
  return [
    (fields.integer('n') ?? 1) > 1 && 'n',
    requestsAudio && 'modalities',
    ...NATIVE_MEMBERS.filter((name) => fields.has(name)),
  ].filter((name) => name !== false);
}

/** The larger of the two limits; 0 means no limit. */
function maxTokens(fields: Fields): number | undefined {
  const limit = Math.max(fields.integer('max_tokens') ?? 0, fields.integer('max_completion_tokens') ?? 0);
  return limit > 0 ? limit : undefined;
}

/** Provider extensions (`thinking`, `reasoning`) are more specific than the effort level, so they take precedence. */
function reasoning(fields: Fields): CanonicalChat['reasoning'] {
  const thinking = fields.object('thinking');
  switch (thinking?.string('type')) {
    case 'enabled':
      return { type: 'budget', tokens: thinking?.integer('budget_tokens') ?? 1024 };
    case 'adaptive':
      return { type: 'adaptive', effort: fields.string('reasoning_effort') };
    case 'disabled':
      return { type: 'off' };
    default:
  }
  const extension = fields.object('reasoning');
  const tokens = extension?.integer('max_tokens');
  if (tokens !== undefined) return { type: 'budget', tokens };
  const effort = fields.string('reasoning_effort') ?? extension?.string('effort');
  return effort === undefined ? undefined : { type: 'effort', effort };
}

function responseFormat(format: Fields | undefined): CanonicalChat['responseFormat'] {
  switch (format?.string('type')) {
    case undefined:
      return undefined;
    case 'text':
      return { type: 'text' };
    case 'json_object':
      return { type: 'json' };
    case 'json_schema': {
      const schema = format?.neededObject('json_schema');
      return {
        type: 'schema',
        name: schema?.neededString('name') ?? '',
        schema: schema?.raw('schema'),
        strict: schema?.boolean('strict'),
      };
    }
    default:
      throw format?.unsupported('type');
  }
}

function numbers(fields: Fields, name: string): Record<string, number> | undefined {
  const object = fields.object(name);
  if (!object) return undefined;
  return Object.fromEntries(Object.keys(object.values).map((key) => [key, object.number(key) ?? 0]));
}

function strings(fields: Fields, name: string): Record<string, string> | undefined {
  const object = fields.object(name);
  if (!object) return undefined;
  return Object.fromEntries(Object.keys(object.values).map((key) => [key, object.string(key) ?? '']));
}
