import { ApiError } from '../../contract/errors/api-error.js';
import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../kit/openai/openai-compatible.js';
import { embeddingsAnswer, passedJson } from '../kit/openai/operations/operations.js';
import { readUsage } from '../kit/openai/chat-answer/usage.js';

const options: OpenAICompatibleOptions = {
  chat: false,
  models: false,
  url: (path, { baseUrl }) => baseUrl + path.replace(/^\/v1/, ''),
};

/** M3E models; embeddings only. */
export default defineProvider({
  type: 44,
  id: 'mokaai',
  name: { en: 'Embedding model: MokaAI M3E', zh: '嵌入模型：MokaAI M3E' },
  color: 'grape',
  baseUrl: 'https://api.moka.ai',
  sdkPath: 'none',
  models: ['m3e-large', 'm3e-base', 'm3e-small'],
  api: openAICompatible({
    ...options,
    operations: {
      embeddings: {
        request(request, target) {
          if (!target.model.startsWith('m3e'))
            throw new ApiError('convert_request_failed', { detail: `${target.model} gives no vectors` });
          const { input } = request.fields;
          return passedJson(
            request,
            target,
            '/v1/embeddings',
            options,
            typeof input === 'string' ? { input: [input] } : {},
          );
        },
        answer: embeddingsAnswer(({ usage }) => readUsage(usage)),
      },
    },
  }),
});
