import { defineProvider } from '../../kit/define-provider.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

/** Base URL of OpenAI's SDK for DeepInfra, which operators may enter as it is. */
const API = '/v1/openai';

/** https://deepinfra.com/docs/openai_api */
export default defineProvider({
  type: 1005,
  id: 'deepinfra',
  name: { en: 'DeepInfra', zh: 'DeepInfra' },
  color: 'blue',
  baseUrl: 'https://api.deepinfra.com',
  sdkPath: /\/v1\/openai$/,
  keys: [{ prefix: '', rest: /^[A-Za-z0-9]{32}$/, certainty: 'possible' }],
  listsToAnyone: true,
  models: [
    'deepseek-ai/DeepSeek-V4-Pro',
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'Qwen/Qwen3.8-Max',
    'Qwen/Qwen3.8-27B',
    'Qwen/Qwen3.6-35B-A3B',
    'XiaomiMiMo/MiMo-V2.6-Pro',
    'MiniMaxAI/MiniMax-M2.7',
    'ByteDance/Seed-2.0-pro',
    'google/gemma-4-31B-it',
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
  ],
  api: openAICompatible({
    url: (path, { baseUrl }) => (baseUrl.endsWith(API) ? baseUrl : baseUrl + API) + path.replace(/^\/v1/, ''),
    completions: '/v1/completions',
    serves: ['embeddings', 'image-generation', 'speech', 'transcription', 'translation'],
    topK: true,
    facts: {
      tooLong: [
        {
          messages: /input length \d+ exceeds maximum input length/i,
          statuses: [500],
          source: 'https://github.com/langchain-ai/langchain/pull/25671',
        },
      ],
      usage: [{ noTokens: ['estimated_cost'], source: 'https://docs.deepinfra.com/chat/overview' }],
    },
  }),
  form: { keyPage: 'https://deepinfra.com/dash/api_keys' },
});
