import { list, record, text } from '../json/loose.js';
import { openaiLike } from './openai/index.js';

/** https://github.com/ollama/ollama/blob/main/docs/openai.md; its OpenAI surface, vectors included. */
export const ollama = openaiLike({
  name: 'ollama',
  serves: ['embeddings'],
  mustFetch: () => true,
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
    'max_completion_tokens',
    'tools',
    'tool_choice',
    'response_format',
    'reasoning_effort',
    'frequency_penalty',
    'presence_penalty',
    'prompt',
    'suffix',
  ]),
  change: (members) => {
    const changes: Record<string, unknown> = {};
    const stop = members.value('stop');
    if (typeof stop === 'string') changes.stop = [stop];
    const limit = members.value('max_completion_tokens');
    if (limit !== undefined) {
      changes.max_completion_tokens = undefined;
      if (limit !== null && limit !== 0) changes.max_tokens = limit;
    }
    return changes;
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
