import { urlBelow } from '../../kit/openai/address.js';
import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { embeddingsAnswer, passedJson, totalTokens } from '../../kit/openai/operations/operations.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

/** Embeddings and rerank; no chat. */
const options: OpenAICompatibleOptions = { chat: false, models: false, url: urlBelow('') };

/** https://docs.voyageai.com/reference/embeddings-api, https://docs.voyageai.com/reference/reranker-api */
export default defineProvider({
  type: 1027,
  id: 'voyage',
  name: { en: 'Voyage AI', zh: 'Voyage AI' },
  color: 'indigo',
  baseUrl: 'https://api.voyageai.com',
  keys: [{ prefix: 'pa-', rest: /^[\w-]{43}$/, certainty: 'likely' }],
  models: [
    'voyage-4-large',
    'voyage-4',
    'voyage-4-lite',
    'voyage-code-3',
    'voyage-finance-2',
    'voyage-law-2',
    'rerank-2.5',
    'rerank-2.5-lite',
  ],
  api: openAICompatible({
    ...options,
    operations: {
      embeddings: {
        json: true,
        request(request, target) {
          const { dimensions, output_dimension, encoding_format } = request.fields;
          return passedJson(request, target, '/v1/embeddings', options, {
            dimensions: undefined,
            output_dimension: output_dimension ?? dimensions ?? undefined,
            // Numbers are the default and have no name.
            encoding_format: encoding_format === 'base64' ? encoding_format : undefined,
            user: undefined,
          });
        },
        answer: embeddingsAnswer(totalTokens),
      },
      rerank: rerankOperation(options, ({ fields: { top_k, top_n } }) => ({
        top_n: undefined,
        top_k: top_k ?? top_n ?? undefined,
      })),
    },
  }),
  form: { keyPage: 'https://dashboard.voyageai.com' },
});
