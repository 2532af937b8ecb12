import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

/**
 * https://huggingface.co/docs/inference-providers: one API for many providers. A suffix of the model chooses one
 * (`:novita`) or a policy (`:fastest`, `:cheapest`).
 */
export default defineProvider({
  type: 1010,
  id: 'huggingface',
  name: { en: 'Hugging Face Inference Providers', zh: 'Hugging Face Inference Providers' },
  color: 'yellow',
  baseUrl: 'https://router.huggingface.co',
  keys: [{ prefix: 'hf_', certainty: 'certain' }],
  listsToAnyone: true,
  models: [
    'deepseek-ai/DeepSeek-V4-Pro',
    'deepseek-ai/DeepSeek-V4.1-Flash',
    'moonshotai/Kimi-K3',
    'zai-org/GLM-5.3',
    'zai-org/GLM-5.3-Flash',
    'MiniMaxAI/MiniMax-M3',
    'Qwen/Qwen3.6-35B-A3B',
    'XiaomiMiMo/MiMo-V2.5-Pro',
    'openai/gpt-oss-120b',
  ],
  api: openAICompatible({ url: urlBelow('') }),
  form: { keyPage: 'https://huggingface.co/settings/tokens' },
});
