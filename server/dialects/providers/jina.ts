import { unsupportedParameter } from '../operations/operation.js';
import { embeddingsAnswer, passedJson, totalTokens } from '../kit/openai/operations/operations.js';
import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../kit/openai/openai-compatible.js';
import { rerankOperation } from '../kit/openai/operations/rerank.js';

/** https://jina.ai/embeddings, https://jina.ai/reranker; chat is not supported. */
const options: OpenAICompatibleOptions = { chat: false, models: false };
/** Models of before v3, whose vectors have one size. */
const FIXED_SIZE = /^jina-(?:embeddings-v2|clip-v1|colbert-v1)/;

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
        request(request, target) {
          const { dimensions } = request.fields;
          if (dimensions !== undefined && dimensions !== null && FIXED_SIZE.test(target.model))
            throw unsupportedParameter('dimensions: not supported by this model');
          // "Extra inputs are not permitted": Jina calls the encoding `embedding_type`, and numbers are its default.
          return passedJson(request, target, '/v1/embeddings', options, {
            dimensions: dimensions ?? undefined,
            encoding_format: undefined,
            user: undefined,
          });
        },
        answer: embeddingsAnswer(totalTokens),
      },
    },
  }),
});
