import { openaiDialect } from './openai-dialect.js';
import type { Dialect, ScriptedAnswer } from './scripted-answer.js';

/**
 * DeepSeek (https://api-docs.deepseek.com/api/create-chat-completion): OpenAI's format, with the parts of the prompt that were
 * and were not in the cache beside each other in the usage.
 */
export const deepseekDialect: Dialect = {
  ...openaiDialect,
  whole: (answer, model) => withCache(openaiDialect.whole(answer, model), answer),
  frames: (answer, model, includeUsage) =>
    openaiDialect.frames(answer, model, includeUsage).map((frame) => {
      if (!frame.includes('"usage"')) return frame;
      const event = JSON.parse(frame.slice('data: '.length)) as object;
      return `data: ${JSON.stringify(withCache(event, answer))}`;
    }),
};

function withCache(body: object, { usage }: ScriptedAnswer): object {
  if (!usage || !('usage' in body)) return body;
  const used = body.usage as object;
  const { cacheRead = 0 } = usage;
  const cache = { prompt_cache_hit_tokens: cacheRead, prompt_cache_miss_tokens: usage.input };
  return { ...body, usage: { ...used, ...cache } };
}
