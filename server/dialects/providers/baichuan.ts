import { list, record, text } from '../json/lenient.js';
import { bearerHeaders } from './openai/address.js';
import { defineProvider } from './define-provider.js';
import { openAICompatible } from './openai/openai-compatible.js';

const MAX_TEMPERATURE = 1;

/** https://platform.baichuan-ai.com/docs/api */
export default defineProvider({
  type: 1016,
  id: 'baichuan',
  name: { en: 'Baichuan', zh: '百川智能' },
  color: 'orange',
  baseUrl: 'https://api.baichuan-ai.com',
  models: ['Baichuan4-Turbo', 'Baichuan4-Air', 'Baichuan4', 'Baichuan-Text-Embedding'],
  api: openAICompatible({
    serves: ['embeddings'],
    limit: 'max_tokens',
    topK: true,
    change: (members): Record<string, unknown> => {
      const temperature = members.value('temperature');
      return typeof temperature === 'number' && temperature > MAX_TEMPERATURE
        ? { temperature: MAX_TEMPERATURE }
        : {};
    },
    models: {
      request: (target) => ({
        method: 'GET',
        url: `${target.baseUrl}/v1/models`,
        headers: bearerHeaders(target),
      }),
      read: (body) =>
        list(record(body).data)
          .map((item) => text(record(item).model) || text(record(item).id))
          .filter((name) => name !== ''),
    },
  }),
  form: { keyPage: 'https://platform.baichuan-ai.com/console/apikey' },
});
