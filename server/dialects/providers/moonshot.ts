import { record } from '../json/lenient.js';
import { defineProvider, PLAIN_KEY } from './define-provider.js';
import { amount, balanceAt } from './openai/balance.js';
import { openAICompatible } from './openai/openai-compatible.js';

/** https://platform.moonshot.cn/docs/api/chat; the maximum temperature is 1. */
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
    earlierReasoning: 'text',
    change: (members): Record<string, unknown> => {
      const temperature = members.value('temperature');
      return typeof temperature === 'number' && temperature > 1 ? { temperature: 1 } : {};
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
