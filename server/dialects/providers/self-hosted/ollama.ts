import { list, record, text } from '../../json/lenient.js';
import { defineProvider } from '../../kit/define-provider.js';
import { rulesOfAnyModel } from '../../kit/openai/models.js';
import { openAICompatible } from '../../kit/openai/openai-compatible.js';

const PAGE = 'https://github.com/ollama/ollama/blob/main/docs/openai.md';

/**
 * Ollama's OpenAI-compatible API, including embeddings: https://github.com/ollama/ollama/blob/main/docs/openai.md
 * Images must be sent as bytes, so chat requests of OpenAI clients are always translated.
 */
export default defineProvider({
  type: 4,
  id: 'ollama',
  name: { en: 'Ollama', zh: 'Ollama' },
  synonyms: ['Llama', 'local'],
  color: 'gray',
  baseUrl: 'http://localhost:11434',
  isModelList: ({ models: all }) =>
    Array.isArray(all) && all.every((model) => !text(record(model).name).startsWith('models/')),
  models: ['llama3-7b'],
  api: openAICompatible({
    accepts: {
      // Other values are rejected: "invalid reasoning value".
      efforts: {
        words: ['none', 'low', 'medium', 'high'],
        source: 'https://github.com/ollama/ollama/blob/main/openai/openai.go',
      },
      options: {
        names: new Set([
          'model',
          'messages',
          'stream',
          'stream_options',
          'temperature',
          'seed',
          'top_p',
          'top_k',
          'stop',
          'max_tokens',
          'tools',
          'tool_choice',
          'response_format',
          'reasoning_effort',
          'frequency_penalty',
          'presence_penalty',
        ]),
        source: PAGE,
      },
    },
    completions: '/v1/completions',
    serves: ['embeddings'],
    passes: false,
    mustFetch: () => true,
    topK: true,
    // Model names do not imply which members a model accepts.
    rules: rulesOfAnyModel,
    change: (members): Record<string, unknown> => {
      const stop = members.value('stop');
      return typeof stop === 'string' ? { stop: [stop] } : {};
    },
    models: {
      request: ({ baseUrl, key }) => ({
        method: 'GET',
        url: `${baseUrl}/api/tags`,
        headers: { authorization: `Bearer ${key}` },
      }),
      read: (body) =>
        list(record(body).models)
          .map((model) => text(record(model).name))
          .filter((name) => name !== ''),
    },
  }),
});
