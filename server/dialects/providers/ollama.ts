import { list, record, text } from '../json/lenient.js';
import { openaiLike } from './openai/index.js';

/**
 * https://github.com/ollama/ollama/blob/main/docs/openai.md; its OpenAI surface, vectors included. Pictures must come as
 * bytes, so no client's chat goes there as it is.
 */
export const ollama = openaiLike({
  name: 'ollama',
  completions: '/v1/completions',
  serves: ['embeddings'],
  passes: false,
  mustFetch: () => true,
  topK: true,
  // No name says here that a model takes other members.
  rules: (model) => ({ model, effort: undefined, reasons: false, refused: [], developer: false }),
  only: new Set([
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
});
