import type { CanonicalChat, CanonicalTurn } from '../../canonical/chat.js';
import type { Fields } from '../../json/fields.js';
import { parseWhole } from '../../json/top-level.js';
import { readPrompt, type Prompt } from './prompt.js';

/** Turns the prompt into a user turn and lists in `nativeOnly` what chats cannot do. @throws ApiError 400 */
export function parseCompletion(body: Buffer): CanonicalChat {
  return parseWhole(body, 'invalid_text_request', (fields) => {
    const prompt = readPrompt(fields.raw('prompt'));
    if (typeof prompt === 'string') throw fields.wrong('prompt', 'a string or a list of prompts');
    const stop = fields.raw('stop');
    return {
      model: fields.neededString('model'),
      system: [],
      turns: turnsOf(prompt),
      tools: [],
      maxTokens: fields.integer('max_tokens') || undefined,
      temperature: fields.number('temperature'),
      topP: fields.number('top_p'),
      topK: fields.integer('top_k'),
      stop: typeof stop === 'string' ? [stop] : fields.strings('stop'),
      seed: fields.integer('seed'),
      presencePenalty: fields.number('presence_penalty'),
      frequencyPenalty: fields.number('frequency_penalty'),
      logitBias: biasOf(fields.object('logit_bias')),
      stream: fields.boolean('stream') ?? false,
      includeUsage: fields.object('stream_options')?.boolean('include_usage') ?? false,
      user: fields.string('user'),
      nativeOnly: nativeOnly(fields, prompt),
    };
  });
}

/**
 * One turn per prompt. Token ids are replaced by as many short words, which serve only to count tokens: such prompts are
 * never translated.
 */
function turnsOf({ texts, idCounts }: Prompt): CanonicalTurn[] {
  return [...texts, ...idCounts.map((count) => ' a'.repeat(count))].map((text) => ({
    role: 'user',
    parts: [{ type: 'text', text }],
  }));
}

function nativeOnly(fields: Fields, { texts, idCounts }: Prompt): string[] {
  const unsupported: string[] = [];
  if (texts.length + idCounts.length > 1) unsupported.push('several prompts');
  if (idCounts.length > 0) unsupported.push('prompt of token ids');
  if (fields.string('suffix')) unsupported.push('suffix');
  if (fields.boolean('echo')) unsupported.push('echo');
  if (fields.integer('logprobs') !== undefined) unsupported.push('logprobs');
  if ((fields.integer('n') ?? 1) > 1) unsupported.push('n');
  if ((fields.integer('best_of') ?? 1) > 1) unsupported.push('best_of');
  return unsupported;
}

function biasOf(object: Fields | undefined): Record<string, number> | undefined {
  if (!object) return undefined;
  return Object.fromEntries(Object.keys(object.values).map((id) => [id, object.number(id) ?? 0]));
}
