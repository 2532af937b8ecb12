import { defineProvider, PLAIN_KEY } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { INTERLEAVED, thinkingFamilies } from '../../kit/openai/compatible-rules.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

const options: OpenAICompatibleOptions = {
  url: urlBelow('/openai'),
  completions: '/v1/completions',
  serves: ['embeddings'],
  topK: true,
  modelsAccept: [
    {
      models: INTERLEAVED,
      rules: {
        earlierReasoning: {
          sent: 'text-with-tools',
          source: 'https://novita.ai/docs/guides/llm-interleaved-thinking',
        },
      },
    },
    ...thinkingFamilies,
  ],
  // Errors are `{code, reason, message}`; an empty account is refused with 403.
  facts: {
    failures: [
      {
        codes: ['NOT_ENOUGH_BALANCE'],
        means: { disables: true },
        source: 'https://novita.ai/docs/guides/llm-api',
      },
      {
        codes: ['INVALID_API_KEY', 'BILLING_BALANCE_NOT_ENOUGH'],
        means: { retryable: true, disables: true },
        source: 'https://novita.ai/docs/api-reference/basic-error-code.md',
      },
    ],
  },
};

/** https://novita.ai/docs/guides/llm-api */
export default defineProvider({
  type: 1006,
  id: 'novita',
  name: { en: 'Novita AI', zh: 'Novita AI' },
  color: 'teal',
  baseUrl: 'https://api.novita.ai',
  sdkPath: /(?:\/v3)?\/openai(?:\/v1)?$/,
  keys: [{ prefix: 'sk_', rest: PLAIN_KEY, certainty: 'possible' }],
  listsToAnyone: true,
  models: [
    'deepseek/deepseek-v4-pro',
    'deepseek/deepseek-v4.1-flash',
    'moonshotai/kimi-k3',
    'moonshotai/kimi-k2.7-code',
    'zai-org/glm-5.3-flash',
    'minimax/minimax-m3',
    'qwen/qwen3.8-max',
    'qwen/qwen3.8-flash',
    'openai/gpt-oss-120b',
    'baai/bge-m3',
    'baai/bge-reranker-v2-m3',
  ],
  api: openAICompatible({ ...options, operations: { rerank: rerankOperation(options) } }),
  form: { keyPage: 'https://novita.ai/settings/key-management' },
});
