import { defineProvider } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { rulesOfAnyModel } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

const PAGE = 'https://inference-docs.cerebras.ai/resources/openai';

/**
 * https://inference-docs.cerebras.ai/resources/openai. Members that the API does not have are rejected with 400
 * (`wrong_api_format`), also inside messages.
 */
export default defineProvider({
  type: 1003,
  id: 'cerebras',
  name: { en: 'Cerebras', zh: 'Cerebras' },
  color: 'orange',
  baseUrl: 'https://api.cerebras.ai',
  keys: [{ prefix: 'csk-', certainty: 'certain' }],
  models: ['gpt-oss-120b', 'gemma-4-31b', 'qwen-3.8-27b', 'zai-glm-4.7'],
  api: openAICompatible({
    url: urlBelow(''),
    completions: '/v1/completions',
    rules: rulesOfAnyModel,
    accepts: {
      outputLimit: { name: 'max_completion_tokens', source: PAGE },
      rejectedOptions: {
        names: [
          'frequency_penalty',
          'presence_penalty',
          'logit_bias',
          'metadata',
          'modalities',
          'store',
          'verbosity',
          'web_search_options',
        ],
        source: PAGE,
      },
      // "property 'messages.2.assistant.reasoning_content' is unsupported"
      rejectedMembers: {
        names: ['reasoning_content'],
        source: 'https://github.com/QwenLM/qwen-code/issues/11045',
      },
    },
  }),
  form: { keyPage: 'https://cloud.cerebras.ai' },
});
