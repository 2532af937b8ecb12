import { record } from '../json/lenient.js';
import { defineProvider, PLAIN_KEY } from './define-provider.js';
import { amount, balanceAt } from './openai/balance.js';
import { openAICompatible } from './openai/openai-compatible.js';

const THINKING = 'https://platform.moonshot.cn/docs/guide/use-kimi-k2-thinking-model';

const MODELS = 'https://platform.kimi.ai/docs/api/models-overview';
/** Thinking is their default and can be switched off. */
const SWITCHABLE = /^kimi-k2\.[56]/;
/** A request that switches thinking off is rejected: https://java.agentscope.io/v2/en/integration/model/kimi */
const ALWAYS_THINKS = /^kimi-k(?:2-thinking|2\.[7-9]|[3-9])/;

/**
 * Models that choose how they sample, and refuse every other value:
 * https://platform.moonshot.ai/docs/guide/kimi-k2-5-quickstart
 */
const FIXED_SAMPLING = /^kimi-k(?:2\.[5-9]|[3-9])/;
const WITHOUT_SAMPLING = {
  temperature: undefined,
  top_p: undefined,
  n: undefined,
  presence_penalty: undefined,
  frequency_penalty: undefined,
};

/**
 * https://platform.moonshot.cn/docs/api/chat; the maximum temperature is 1.
 */
export default defineProvider({
  type: 25,
  id: 'moonshot',
  name: { en: 'Moonshot', zh: 'Moonshot' },
  color: 'green',
  baseUrl: 'https://api.moonshot.cn',
  keys: [
    { prefix: 'sk-kimi-', certainty: 'certain', baseUrls: ['https://api.kimi.com/coding'] },
    {
      prefix: 'sk-',
      rest: PLAIN_KEY,
      certainty: 'possible',
      baseUrls: ['https://api.moonshot.cn', 'https://api.moonshot.ai'],
    },
  ],
  models: ['moonshot-v1-8k', 'moonshot-v1-32k', 'moonshot-v1-128k'],
  api: openAICompatible({
    thinking: [{ models: SWITCHABLE, form: 'type', source: MODELS }],
    accepts: {
      earlierReasoning: { sent: 'text', required: 'with-calls', source: THINKING },
      // "must start with a letter and can contain letters, numbers, underscores, and dashes"
      toolName: {
        first: 'a-zA-Z',
        characters: 'a-zA-Z0-9_-',
        maxLength: 64,
        source: 'https://github.com/MoonshotAI/kimi-cli/issues/1773',
      },
    },
    modelsAccept: [
      {
        // Models that do not think.
        models: /^moonshot-|^kimi-k2-(?:0|turbo)/,
        rules: { earlierReasoning: { sent: 'text', source: THINKING } },
      },
      { models: ALWAYS_THINKS, rules: { forcedTools: { rejected: 'always', source: THINKING } } },
      { models: SWITCHABLE, rules: { forcedTools: { rejected: 'while-thinking', source: THINKING } } },
    ],
    change: (members, model): Record<string, unknown> => {
      const temperature = members.value('temperature');
      return {
        ...(typeof temperature === 'number' && temperature > 1 && { temperature: 1 }),
        ...(FIXED_SAMPLING.test(model) && WITHOUT_SAMPLING),
      };
    },
  }),
  form: {
    baseUrls: [
      { label: { en: 'International', zh: '国际站' }, url: 'https://api.moonshot.ai' },
      { label: { en: 'Kimi Code plan', zh: 'Kimi Code 套餐' }, url: 'https://api.kimi.com/coding' },
    ],
  },
  balance: balanceAt('/v1/users/me/balance', (body) => amount(record(record(body).data).available_balance)),
});
