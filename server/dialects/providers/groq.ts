import { isRecord, list, record } from '../json/lenient.js';
import { defineProvider } from './define-provider.js';
import { openAICompatible } from './openai/openai-compatible.js';

/** https://console.groq.com/docs/openai */
export default defineProvider({
  type: 1000,
  id: 'groq',
  name: { en: 'Groq', zh: 'Groq' },
  color: 'orange',
  baseUrl: 'https://api.groq.com/openai',
  keys: [{ prefix: 'gsk_', certainty: 'certain' }],
  models: [
    'llama-3.3-70b-versatile',
    'llama-3.1-8b-instant',
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'whisper-large-v3',
    'whisper-large-v3-turbo',
  ],
  api: openAICompatible({
    serves: ['transcription', 'translation'],
    unsupported: ['logprobs', 'top_logprobs', 'logit_bias'],
    change: (members): Record<string, unknown> =>
      members.mentions('messages', '"name"')
        ? { messages: list(members.value('messages')).map(withoutName) }
        : {},
    // Streams report usage in `x_groq`; clients that requested it get it in `usage` as well.
    normalize: (body, streamed) => {
      const { usage } = record(body.x_groq);
      return streamed && isRecord(usage) && !isRecord(body.usage) ? { ...body, usage } : body;
    },
  }),
});

/** Names of participants are rejected; those of functions are inside `tool_calls`. */
function withoutName(message: unknown): unknown {
  const { name: _name, ...rest } = record(message);
  return rest;
}
