import { isRecord, list, record } from '../json/lenient.js';
import { withFinishReasons } from './openai/finish-reasons.js';
import { defineProvider, HEX_KEY } from './define-provider.js';
import { amount, balanceAt } from './openai/balance.js';
import { openAICompatible } from './openai/openai-compatible.js';

/**
 * https://api-docs.deepseek.com. The reasoner accepts earlier reasoning only in messages with tool calls, and requires it
 * there.
 */
export default defineProvider({
  type: 43,
  id: 'deepseek',
  name: { en: 'DeepSeek', zh: 'DeepSeek' },
  color: 'blue',
  baseUrl: 'https://api.deepseek.com',
  keys: [{ prefix: 'sk-', rest: HEX_KEY, certainty: 'likely' }],
  models: ['deepseek-chat', 'deepseek-reasoner'],
  api: openAICompatible({
    completions: '/beta/completions',
    earlierReasoning: 'text-with-tools',
    change: (members, model): Record<string, unknown> => {
      if (model !== 'deepseek-reasoner' || !members.mentions('messages', '"reasoning_content"')) return {};
      return { messages: list(members.value('messages')).map(withoutIdleThoughts) };
    },
    // DeepSeek ran out of capacity during the response: the text up to there is the response.
    normalize: (body) => withFinishReasons(body, { insufficient_system_resource: 'stop' }),
    normalizeIfContains: ['"insufficient_system_resource"'],
  }),
  balance: balanceAt('/user/balance', (body) => {
    const entries = list(record(body).balance_infos).map(record);
    return amount(entries.find(({ currency }) => currency === 'CNY')?.total_balance);
  }),
});

function withoutIdleThoughts(message: unknown): unknown {
  if (!isRecord(message) || message.role !== 'assistant' || list(message.tool_calls).length > 0)
    return message;
  const { reasoning_content: _thought, ...rest } = message;
  return rest;
}
