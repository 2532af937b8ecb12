import { list, record, text } from '../json/lenient.js';
import { bearerHeaders } from '../kit/openai/address.js';
import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';

const PAGE = 'https://platform.baichuan-ai.com/docs/api';

/** https://platform.baichuan-ai.com/docs/api */
export default defineProvider({
  type: 1016,
  id: 'baichuan',
  name: { en: 'Baichuan', zh: '百川智能' },
  color: 'orange',
  baseUrl: 'https://api.baichuan-ai.com',
  models: ['Baichuan4-Turbo', 'Baichuan4-Air', 'Baichuan4', 'Baichuan-Text-Embedding'],
  api: openAICompatible({
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
      ranges: { of: { temperature: [0, 1] }, source: PAGE },
    },
    serves: ['embeddings'],
    topK: true,
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
