import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { rulesOfAnyModel } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

const PAGE = 'https://docs.api.nvidia.com/nim/reference/llm-apis';

/**
 * https://docs.api.nvidia.com/nim/reference/llm-apis. The schema of each model is closed: members that OpenAI added later
 * are rejected.
 */
export default defineProvider({
  type: 1009,
  id: 'nvidia',
  name: { en: 'NVIDIA NIM', zh: 'NVIDIA NIM' },
  color: 'green',
  baseUrl: 'https://integrate.api.nvidia.com',
  keys: [{ prefix: 'nvapi-', certainty: 'certain' }],
  listsToAnyone: true,
  models: [
    'nvidia/nemotron-3-ultra-550b-a55b',
    'nvidia/nemotron-3-super-120b-a12b',
    'nvidia/nemotron-3-nano-30b-a3b',
    'nvidia/llama-3.3-nemotron-super-49b-v1.5',
    'deepseek-ai/deepseek-v4-pro',
    'deepseek-ai/deepseek-v4-flash',
    'moonshotai/kimi-k3',
    'minimaxai/minimax-m3',
    'z-ai/glm-5.1',
    'qwen/qwen3.5-397b-a17b',
    'mistralai/mistral-medium-3.5-128b',
  ],
  api: openAICompatible({
    accepts: {
      outputLimit: { name: 'max_tokens', source: PAGE },
      rejectedOptions: {
        names: [
          'metadata',
          'modalities',
          'prompt_cache_key',
          'prompt_cache_retention',
          'safety_identifier',
          'service_tier',
          'store',
          'user',
          'verbosity',
          'web_search_options',
        ],
        source: PAGE,
      },
    },
    url: urlBelow(''),
    serves: ['embeddings'],
    rules: rulesOfAnyModel,
    // Errors are `{status, title, detail}`; an invalid key is refused with 403.
    facts: {
      failures: [{ status: 403, message: /authorization failed/i, means: { disables: true }, source: PAGE }],
    },
  }),
  form: { keyPage: 'https://build.nvidia.com/settings/api-keys' },
});
