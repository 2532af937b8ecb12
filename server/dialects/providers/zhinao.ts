import { defineProvider } from '../kit/define-provider.js';
import { openAICompatible } from '../kit/openai/openai-compatible.js';

export default defineProvider({
  type: 19,
  id: '360',
  name: { en: '360 Zhinao', zh: '360 智脑' },
  color: 'blue',
  baseUrl: 'https://api.360.cn',
  models: [
    '360gpt-turbo',
    '360gpt-turbo-responsibility-8k',
    '360gpt-pro',
    '360gpt2-pro',
    '360GPT_S2_V9',
    'embedding-bert-512-v1',
    'embedding_s1_v1',
    'semantic_similarity_s1_v1',
  ],
  api: openAICompatible({ serves: ['embeddings'], streamOptions: false }),
});
