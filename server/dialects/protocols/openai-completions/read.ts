import { requestedCost } from '../../json/requested-cost.js';
import { TopLevel } from '../../json/top-level.js';
import type { ReadRequest } from '../protocol.js';
import { promptCount, readPrompt } from './prompt.js';

const quote = 0x22;
const emptyText = '""'.length;
/** OpenAI's maximum: https://platform.openai.com/docs/api-reference/completions/create */
const maxTries = 20;

/** Reads the fields the pipeline needs. A prompt that is a single string is not decoded. @throws ApiError 400 */
export function readCompletion(body: Buffer): ReadRequest {
  const top = TopLevel.of(body, 'invalid_text_request');
  const limit = top.tokenLimit('max_tokens');
  const model = top.model('model is required');
  const prompts = countPrompts(top);
  const n = top.integer('n') ?? 1;
  if (n < 1 || n > 10) throw top.refuse('field n must be between 1 and 10');
  const tries = top.integer('best_of') ?? 1;
  if (tries < 1 || tries > maxTries) throw top.refuse(`field best_of must be between 1 and ${maxTries}`);
  // Providers also charge for the candidates of `best_of` that they discard.
  const answers = Math.max(n, tries) * prompts;
  const cost = requestedCost(top);
  return {
    model,
    stream: top.flag('stream') ?? false,
    maxTokens: limit === undefined ? undefined : limit * answers,
    ...(answers > 1 && { answers }),
    includeUsage: cost.includeCost === true || top.options('stream_options')?.values.include_usage === true,
    ...cost,
    ...(top.object.isRepeated && { isRepeated: true }),
  };
}

function countPrompts(top: TopLevel): number {
  const { object } = top;
  const member = object.find('prompt');
  if (member && object.firstByte(member) === quote && member.end - member.start > emptyText) return 1;
  const prompt = readPrompt(member && object.value(member));
  if (prompt === 'missing') throw top.refuse('field prompt is required');
  if (prompt === 'malformed') throw top.refuse('field prompt must be a string or a list of prompts');
  return promptCount(prompt);
}
