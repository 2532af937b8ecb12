import { embeddingsAnswer, passedJson, totalTokens } from './openai/operations.js';
import { defineProvider } from './define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from './openai/openai-compatible.js';
import { rerankOperation } from './openai/rerank.js';

/** https://jina.ai/embeddings, https://jina.ai/reranker; chat is not supported. */
const options: OpenAICompatibleOptions = { chat: false, models: false };

export default defineProvider({
  type: 38,
  id: 'jina',
  name: { en: 'Jina', zh: 'Jina' },
  color: 'blue',
  baseUrl: 'https://api.jina.ai',
  keys: [{ prefix: 'jina_', certainty: 'certain' }],
  models: ['jina-clip-v1', 'jina-reranker-v2-base-multilingual'],
  api: openAICompatible({
    ...options,
    operations: {
      rerank: rerankOperation(options),
      embeddings: {
        json: true,
        request: (request, target) => passedJson(request, target, '/v1/embeddings', options),
        answer: embeddingsAnswer(totalTokens),
      },
    },
  }),
});
