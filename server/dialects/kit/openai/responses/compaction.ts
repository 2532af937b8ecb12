import type { OperationCodec } from '../../provider.js';
import { passedJson, parsedAnswer } from '../operations/operations.js';
import { responseUsage } from './responses-answer.js';
import type { OpenAIDialect } from '../dialect.js';

/** Members that the compact endpoint accepts; clients send others, which it rejects. */
const COMPACTED = new Set([
  'model',
  'input',
  'instructions',
  'previous_response_id',
  'prompt_cache_key',
  'prompt_cache_retention',
  'service_tier',
  'parallel_tool_calls',
]);

/** https://platform.openai.com/docs/api-reference/responses/compact */
export const compaction = (dialect: OpenAIDialect): OperationCodec => ({
  json: true,
  request: (request, target) => {
    const others = Object.keys(request.fields).filter((name) => !COMPACTED.has(name));
    const left = Object.fromEntries(others.map((name) => [name, undefined]));
    return passedJson(request, target, '/v1/responses/compact', dialect, left);
  },
  answer: (body) => ({ usage: responseUsage(parsedAnswer(body)) }),
});
