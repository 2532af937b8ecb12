import { criteria, type ClientRequest } from '../books/clients.js';

const MODEL = 'gpt-4o';
const QUESTION = 'hello';

const chatWith = (content: unknown, more: object = {}): ClientRequest => ({
  path: '/v1/chat/completions',
  body: { model: MODEL, max_tokens: 40, messages: [{ role: 'user', content }], ...more },
  end: '}',
});

/** Requests in all protocols, with content by reference and tools; each whole answer costs `CHARGE`. */
export const SOAK_REQUESTS: readonly ClientRequest[] = [
  criteria.json,
  criteria.stream,
  criteria.translated,
  criteria.slow,
  {
    path: '/v1/messages',
    body: { model: MODEL, max_tokens: 40, messages: [{ role: 'user', content: QUESTION }] },
    end: /"stop_reason":"end_turn"[^]*\}$/,
  },
  {
    path: '/v1/responses',
    body: { model: MODEL, max_output_tokens: 40, input: QUESTION, stream: true },
    end: /event: response\.completed\n[^]*\n\n$/,
  },
  {
    path: '/v1/responses',
    body: { model: MODEL, max_output_tokens: 40, input: QUESTION },
    end: /"status":\s*"completed"[^]*\}$/,
  },
  {
    path: `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
    body: {
      contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
      generationConfig: { maxOutputTokens: 40 },
    },
    end: /"finishReason":"STOP"[^]*\n$/,
  },
  chatWith([
    { type: 'text', text: QUESTION },
    { type: 'image_url', image_url: { url: 'https://example.com/picture.png' } },
  ]),
  chatWith(QUESTION, {
    tools: [
      {
        type: 'function',
        function: {
          name: 'weather',
          parameters: { type: 'object', properties: { city: { type: 'string' } } },
        },
      },
    ],
  }),
];
