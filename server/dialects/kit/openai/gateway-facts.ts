import type { DeclaredFacts } from '../facts/declared-facts.js';

/** What gateways and local servers send although the API that they offer does not have it. No provider documents it. */
export const gatewayFacts: DeclaredFacts = {
  finish: [
    {
      // For tool calls of Gemini.
      words: { FUNCTION_CALL: 'tool-calls' },
      source: 'https://github.com/QuantumNous/new-api',
    },
    {
      words: { end: 'stop' },
      source: 'https://github.com/earendil-works/pi/issues/2142',
    },
  ],
  usage: [
    {
      counts: {
        written: { input: ['cache_creation_tokens', 'cached_creation_tokens'] },
        // Realtime APIs compatible with OpenAI's.
        cachedAudio: { cached: ['audio'] },
        cachedImage: { cached: ['image'] },
      },
      source: 'https://platform.openai.com/docs/api-reference/realtime-server-events',
    },
  ],
  failures: [
    {
      codes: ['insufficient_user_quota'],
      means: { disables: true },
      passedOn: true,
      source: 'https://github.com/QuantumNous/new-api',
    },
  ],
};
