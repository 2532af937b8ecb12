import { list, record, text } from '../json/lenient.js';
import { defineProvider, HEX_KEY } from '../kit/define-provider.js';
import { thinkingFamilies } from '../kit/openai/compatible-rules.js';
import { withoutIdleReasoning } from '../kit/openai/chat-request/earlier-reasoning.js';
import { amount, balanceAt } from '../kit/balance.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';

const PAGE = 'https://api-docs.deepseek.com/api/create-chat-completion';

const THINKING = 'https://api-docs.deepseek.com/guides/thinking_mode';

/** https://api-docs.deepseek.com. The reasoner rejects reasoning in messages without tool calls (`THINKING`). */
export default defineProvider({
  type: 43,
  id: 'deepseek',
  name: { en: 'DeepSeek', zh: 'DeepSeek' },
  synonyms: ['深度求索'],
  color: 'blue',
  baseUrl: 'https://api.deepseek.com',
  sdkPath: /\/(?:v1|beta)$/,
  keys: [{ prefix: 'sk-', rest: HEX_KEY, certainty: 'likely' }],
  models: ['deepseek-v4-flash', 'deepseek-v4-pro', 'deepseek-chat', 'deepseek-reasoner'],
  api: openAICompatible({
    completions: '/beta/completions',
    modelsAccept: [
      { models: /v[4-9]|^deepseek-chat$/, rules: { thinkingSwitch: { form: 'type', source: THINKING } } },
      {
        models: /^deepseek-chat$/,
        rules: {
          earlierReasoning: {
            sent: 'text-with-tools',
            required: 'with-calls',
            thinks: 'on-request',
            source: THINKING,
          },
        },
      },
      ...thinkingFamilies,
      // "deepseek-reasoner does not support this tool_choice"; it always thinks.
      { models: /reasoner/, rules: { forcedTools: { rejected: 'always', source: THINKING } } },
      // "Thinking mode does not support this tool_choice"; these think unless `thinking` is disabled.
      { models: /v[4-9]/, rules: { forcedTools: { rejected: 'while-thinking', source: THINKING } } },
    ],
    facts: {
      // It ran out of capacity during the response.
      finish: [{ words: { insufficient_system_resource: 'broken' }, source: PAGE }],
      usage: [
        {
          counts: { cached: { sums: ['prompt_cache_hit_tokens'] } },
          within: { sums: ['prompt_cache_miss_tokens'] },
          source: PAGE,
        },
      ],
    },
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
      jsonOutput: { takes: 'object', source: PAGE },
      earlierReasoning: { sent: 'text-with-tools', required: 'with-calls', source: THINKING },
    },
    change: (members, model): Record<string, unknown> => {
      if (model !== 'deepseek-reasoner' || !members.mentions('messages', '"reasoning_content"')) return {};
      const received = list(members.value('messages'));
      const messages = withoutIdleReasoning(received);
      return messages === received ? {} : { messages };
    },
  }),
  // One entry per currency of the account.
  balance: balanceAt('/user/balance', (body) => {
    const entries = list(record(body).balance_infos).map(record);
    return entries.map(({ currency, total_balance: total }) => ({
      amount: amount(total),
      unit: text(currency).toUpperCase(),
    }));
  }),
});
