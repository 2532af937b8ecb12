import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

/** https://docs.tokenfactory.nebius.com */
export default defineProvider({
  type: 1007,
  id: 'nebius',
  name: { en: 'Nebius Token Factory', zh: 'Nebius Token Factory' },
  color: 'cyan',
  baseUrl: 'https://api.tokenfactory.nebius.com',
  models: [
    'deepseek-ai/DeepSeek-V4-Pro',
    'deepseek-ai/DeepSeek-V4-Flash',
    'moonshotai/Kimi-K3',
    'moonshotai/Kimi-K2.7-Code',
    'zai-org/GLM-5.2',
    'MiniMaxAI/MiniMax-M2.5',
    'Qwen/Qwen3.5-397B-A17B',
    'nvidia/Nemotron-3-Ultra-550b-a55b',
    'openai/gpt-oss-120b',
    'Qwen/Qwen3-Embedding-8B',
  ],
  api: openAICompatible({
    url: urlBelow(''),
    completions: '/v1/completions',
    serves: ['embeddings', 'image-generation'],
    topK: true,
  }),
  form: { keyPage: 'https://tokenfactory.nebius.com' },
});
