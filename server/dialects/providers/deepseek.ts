import { list, record } from '../json/lenient.js';
import { defineProvider, HEX_KEY } from './define-provider.js';
import type { ChatMembers } from './openai/dialect.js';
import { withoutIdleReasoning, withReasoning } from './openai/earlier-reasoning.js';
import { amount, balanceAt } from './openai/balance.js';
import { openAICompatible } from './openai/openai-compatible.js';

const PAGE = 'https://api-docs.deepseek.com/api/create-chat-completion';

const THINKING = 'https://api-docs.deepseek.com/guides/thinking_mode';

/**
 * https://api-docs.deepseek.com. Models that think require the reasoning of every message with tool calls; the reasoner
 * rejects that of others (`THINKING`).
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
    modelsAccept: [
      { models: /v[4-9]/, rules: { thinkingSwitch: { form: 'type', source: THINKING } } },
      // "deepseek-reasoner does not support this tool_choice"; it always thinks.
      { models: /reasoner/, rules: { forcedTools: { rejected: 'always', source: THINKING } } },
      // "Thinking mode does not support this tool_choice"; these think unless `thinking` is disabled.
      { models: /v[4-9]/, rules: { forcedTools: { rejected: 'while-thinking', source: THINKING } } },
    ],
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
      jsonOutput: { takes: 'object', source: PAGE },
    },
    earlierReasoning: 'text-with-tools',
    change: (members, model): Record<string, unknown> => {
      const fills = thinks(members, model) && members.mentions('messages', '"tool_calls"');
      const strips = model === 'deepseek-reasoner' && members.mentions('messages', '"reasoning_content"');
      if (!fills && !strips) return {};
      const given = list(members.value('messages'));
      const stripped = strips ? withoutIdleReasoning(given) : given;
      const messages = fills ? withReasoning(stripped) : stripped;
      return messages === given ? {} : { messages };
    },
  }),
  balance: balanceAt('/user/balance', (body) => {
    const entries = list(record(body).balance_infos).map(record);
    return amount(entries.find(({ currency }) => currency === 'CNY')?.total_balance);
  }),
});

/** Thinking is the default of all models but deepseek-chat. */
function thinks(members: ChatMembers, model: string): boolean {
  const { type } = record(members.value('thinking'));
  return model === 'deepseek-chat' ? type === 'enabled' : type !== 'disabled';
}
