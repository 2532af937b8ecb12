import { isRecord, list } from '../json/lenient.js';
import { withFinishReasons } from './openai/finish-reasons.js';
import { openaiLike } from './openai/index.js';

/**
 * https://api-docs.deepseek.com. The reasoner accepts earlier reasoning only in messages with tool calls, and requires it
 * there.
 */
export const deepseek = openaiLike({
  name: 'deepseek',
  completions: '/beta/completions',
  earlierReasoning: 'text-with-tools',
  change: (members, model): Record<string, unknown> => {
    if (model !== 'deepseek-reasoner' || !members.mentions('messages', '"reasoning_content"')) return {};
    return { messages: list(members.value('messages')).map(withoutIdleThoughts) };
  },
  // DeepSeek ran out of capacity during the response: the text up to there is the response.
  normalize: (body) => withFinishReasons(body, { insufficient_system_resource: 'stop' }),
  normalizeIfContains: ['"insufficient_system_resource"'],
});

function withoutIdleThoughts(message: unknown): unknown {
  if (!isRecord(message) || message.role !== 'assistant' || list(message.tool_calls).length > 0)
    return message;
  const { reasoning_content: _thought, ...rest } = message;
  return rest;
}
