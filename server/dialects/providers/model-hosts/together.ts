import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

const options: OpenAICompatibleOptions = {
  url: urlBelow(''),
  completions: '/v1/completions',
  serves: ['embeddings', 'image-generation', 'speech', 'transcription', 'translation'],
  topK: true,
  facts: {
    finish: [{ words: { eos: 'stop' }, source: 'https://docs.together.ai/reference/chat-completions' }],
    tooLong: [
      {
        messages: /inputs` (?:tokens|must have less than)/i,
        statuses: [403],
        passedOn: true,
        source: 'https://docs.together.ai/docs/error-codes',
      },
    ],
  },
};

/** https://docs.together.ai/docs/inference/openai-compatibility */
export default defineProvider({
  type: 1001,
  id: 'together',
  name: { en: 'Together AI', zh: 'Together AI' },
  color: 'indigo',
  baseUrl: 'https://api.together.ai',
  keys: [{ prefix: 'tgp_v1_', certainty: 'certain' }],
  models: [
    'deepseek-ai/DeepSeek-V4-Pro',
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'moonshotai/Kimi-K3',
    'moonshotai/Kimi-K2.7-Code',
    'zai-org/GLM-5.3',
    'zai-org/GLM-5.2',
    'Qwen/Qwen3.7-Max',
    'MiniMaxAI/MiniMax-M2.5',
    'google/gemma-4-31B-it',
    'openai/gpt-oss-20b',
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  ],
  api: openAICompatible({ ...options, operations: { rerank: rerankOperation(options) } }),
  form: { keyPage: 'https://api.together.ai/settings/api-keys' },
});
