import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

/** https://docs.hyperbolic.xyz/docs/rest-api */
export default defineProvider({
  type: 1008,
  id: 'hyperbolic',
  name: { en: 'Hyperbolic', zh: 'Hyperbolic' },
  color: 'grape',
  baseUrl: 'https://api.hyperbolic.xyz',
  models: [
    'Qwen/Qwen3-Coder-480B-A35B-Instruct',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
    'Qwen/Qwen3-Next-80B-A3B-Instruct',
    'Qwen/Qwen3-Next-80B-A3B-Thinking',
    'deepseek-ai/DeepSeek-R1-0528',
    'deepseek-ai/DeepSeek-V3-0324',
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
  ],
  api: openAICompatible({ url: urlBelow(''), completions: '/v1/completions', topK: true }),
});
