import { count, isRecord } from '../json/lenient.js';
import { openaiLike } from './openai/index.js';

/** Maximum sum of the placeholders that FastGPT sends instead of real token counts. */
const PLACEHOLDER_SUM = 3;

/** https://doc.fastgpt.io/docs/development/openapi/chat */
export const fastgpt = openaiLike({
  name: 'fastgpt',
  streamOptions: false,
  models: false,
  // With `detail`, the stream contains events that are not chat chunks.
  change: (members): Record<string, unknown> => (members.value('detail') === true ? { detail: false } : {}),
  normalize: (body) => {
    const { usage } = body;
    if (!isRecord(usage)) return body;
    const sum = (count(usage.prompt_tokens) ?? 0) + (count(usage.completion_tokens) ?? 0);
    return sum <= PLACEHOLDER_SUM ? { ...body, usage: undefined } : body;
  },
});
