import { defineProvider, UUID_KEY } from '../../kit/define-provider.js';
import { urlBelow } from '../../kit/openai/address.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

/** https://docs.sambanova.ai/docs/en/features/openai-compatibility; members that it does not support are ignored. */
export default defineProvider({
  type: 1004,
  id: 'sambanova',
  name: { en: 'SambaNova', zh: 'SambaNova' },
  color: 'grape',
  baseUrl: 'https://api.sambanova.ai',
  keys: [{ prefix: '', rest: UUID_KEY, certainty: 'possible' }],
  listsToAnyone: true,
  models: [
    'DeepSeek-V3.2',
    'DeepSeek-V3.1',
    'MiniMax-M3',
    'MiniMax-M2.7',
    'gpt-oss-120b',
    'gemma-4-31B-it',
    'Meta-Llama-3.3-70B-Instruct',
  ],
  api: openAICompatible({
    url: urlBelow(''),
    completions: '/v1/completions',
    serves: ['embeddings', 'transcription', 'translation'],
    topK: true,
    facts: {
      usage: [
        {
          noTokens: [
            'time_to_first_token',
            'total_latency',
            'total_tokens_per_sec',
            'start_time',
            'end_time',
            'completion_tokens_per_sec',
            'completion_tokens_after_first_per_sec',
            'completion_tokens_after_first_first_ten_per_sec',
          ],
          source: 'https://docs.sambanova.ai/docs/en/features/text-generation',
        },
      ],
    },
  }),
  form: { keyPage: 'https://cloud.sambanova.ai/apis' },
});
