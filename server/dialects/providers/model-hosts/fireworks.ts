import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { openAICompatible, type OpenAICompatibleOptions } from '../../kit/openai/openai-compatible.js';
import { rerankOperation } from '../../kit/openai/operations/rerank.js';

/** Names of Fireworks' own models; deployments of customers are below their account. */
const MODELS = 'accounts/fireworks/models/';
/** Highest output limit, in tokens, of a response that is not streamed. */
const MAX_WHOLE_TOKENS = 4096;
const LIMIT_MEMBERS = ['max_tokens', 'max_completion_tokens'] as const;

const options: OpenAICompatibleOptions = {
  url: urlBelow('/inference'),
  completions: '/v1/completions',
  serves: ['embeddings'],
  topK: true,
  accepts: {
    // Reasoning models continue their reasoning after tool calls.
    earlierReasoning: { sent: 'text-with-tools', source: 'https://docs.fireworks.ai/guides/reasoning' },
  },
  answers: [
    {
      mode: 'streamed',
      applies: (value) => LIMIT_MEMBERS.some((name) => Number(value(name)) > MAX_WHOLE_TOKENS),
      // "Requests with max_tokens > 4096 must have stream=true."
      source: 'https://docs.fireworks.ai/api-reference/post-chatcompletions',
    },
  ],
};

/** https://docs.fireworks.ai/tools-sdks/openai-compatibility */
export default defineProvider({
  type: 1002,
  id: 'fireworks',
  name: { en: 'Fireworks AI', zh: 'Fireworks AI' },
  color: 'violet',
  baseUrl: 'https://api.fireworks.ai',
  sdkPath: /\/inference(?:\/v1)?$/,
  keys: [{ prefix: 'fw_', certainty: 'certain' }],
  models: [
    'deepseek-v4-pro-0813',
    'deepseek-v4-flash-0731',
    'kimi-k2p7-code',
    'kimi-k2p6',
    'glm-5p3',
    'glm-5p3-flash',
    'glm-5p2',
    'minimax-m3',
    'qwen3p8-max',
    'qwen3p7-plus',
    'gpt-oss-120b',
    'gpt-oss-20b',
  ].map((name) => MODELS + name),
  api: openAICompatible({ ...options, operations: { rerank: rerankOperation(options) } }),
  form: { keyPage: 'https://app.fireworks.ai/settings/users/api-keys' },
});
