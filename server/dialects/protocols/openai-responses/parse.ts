import { withAnswerImages } from '../../canonical/media/answer-images.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import type { Fields } from '../../json/fields.js';
import { parseWhole } from '../../json/top-level.js';
import { asksForCompaction, summaryRequest } from './compaction.js';
import { readInput } from './items.js';
import { NATIVE_MEMBERS, type NativeOnly } from './native-only.js';
import { readTools } from './tools.js';

/** https://platform.openai.com/docs/api-reference/responses/create */
export function parseResponses(body: Buffer): CanonicalChat {
  const chat = parseConversation(body);
  return asksForCompaction(body) ? summaryRequest(chat) : chat;
}

/** A request of `POST /v1/responses/compact` (https://platform.openai.com/docs/api-reference/responses/compact). */
export function parseCompact(body: Buffer): CanonicalChat {
  return summaryRequest(parseConversation(body));
}

function parseConversation(body: Buffer): CanonicalChat {
  return parseWhole(body, 'invalid_text_request', (fields) => {
    const nativeOnly: NativeOnly = NATIVE_MEMBERS.filter((name) => fields.has(name));
    const instructions = fields.string('instructions');
    const { system, turns, tools: added } = readInput(fields, nativeOnly);
    if (instructions) system.unshift({ type: 'text', text: instructions });
    const text = fields.object('text');
    const effort = fields.object('reasoning')?.string('effort');
    return {
      model: fields.neededString('model'),
      system,
      turns: withAnswerImages(turns),
      ...readTools(fields, added, nativeOnly),
      parallelTools: fields.boolean('parallel_tool_calls'),
      maxTokens: fields.integer('max_output_tokens') || undefined,
      temperature: fields.number('temperature'),
      topP: fields.number('top_p'),
      reasoning: effort === undefined ? undefined : { type: 'effort', effort },
      responseFormat: responseFormat(text?.object('format')),
      verbosity: text?.string('verbosity'),
      promptCacheKey: fields.string('prompt_cache_key'),
      stream: fields.boolean('stream') ?? false,
      // Responses of this protocol always include usage.
      includeUsage: true,
      user: fields.string('user') ?? fields.string('safety_identifier'),
      serviceTier: fields.string('service_tier'),
      metadata: metadata(fields.object('metadata')),
      ...(nativeOnly.length > 0 && { nativeOnly }),
    };
  });
}

/** In this protocol the schema is beside the type, not in an object of its own. */
function responseFormat(format: Fields | undefined): CanonicalChat['responseFormat'] {
  switch (format?.string('type')) {
    case undefined:
      return undefined;
    case 'text':
      return { type: 'text' };
    case 'json_object':
      return { type: 'json' };
    case 'json_schema':
      return {
        type: 'schema',
        name: format?.neededString('name') ?? '',
        schema: format?.raw('schema'),
        strict: format?.boolean('strict'),
      };
    default:
      throw format?.unsupported('type');
  }
}

function metadata(field: Fields | undefined): Record<string, string> | undefined {
  if (!field) return undefined;
  return Object.fromEntries(Object.keys(field.values).map((key) => [key, field.string(key) ?? '']));
}
