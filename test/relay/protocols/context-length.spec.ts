import { HandledUpstream } from '../../doubles/handled-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { bodyOf, pathOf, type ClientName } from '../../setup/relayed-answer.js';

/**
 * Agents shorten a conversation that is too long for the model when the error says so in the words of their protocol, whatever
 * the provider called it.
 */
const openai = (message: string, more: object = {}) => ({ error: { message, ...more } });

/** Channel type, status and body, as the providers document them or were seen to send them. */
const REFUSALS: readonly (readonly [name: string, type: number, status: number, body: object])[] = [
  [
    'OpenAI',
    1,
    400,
    openai('This model has a maximum context length of 128000 tokens.', {
      type: 'invalid_request_error',
      code: 'context_length_exceeded',
      param: 'messages',
    }),
  ],
  [
    'vLLM',
    1,
    400,
    { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 },
  ],
  ['OpenRouter', 20, 400, openai("This endpoint's maximum context length is 8192 tokens.", { code: 400 })],
  [
    'Anthropic',
    14,
    400,
    {
      type: 'error',
      ...openai('prompt is too long: 205000 tokens > 200000 maximum', { type: 'invalid_request_error' }),
    },
  ],
  [
    'Gemini',
    24,
    400,
    openai('The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', {
      code: 400,
      status: 'INVALID_ARGUMENT',
    }),
  ],
  ['Zhipu', 26, 400, openai('Prompt 超长', { code: '1261' })],
  ['z.ai', 1018, 400, openai('Prompt exceeds max length', { code: '1261' })],
  [
    'Moonshot',
    25,
    400,
    openai('Invalid request: Your request exceeded model token limit: 8192', {
      type: 'invalid_request_error',
    }),
  ],
  [
    'Qwen',
    17,
    400,
    openai('Range of input length should be [1, 30720]', { code: 'invalid_parameter_error' }),
  ],
  [
    'Ark',
    45,
    400,
    openai('Total tokens of image and text exceed max message tokens', { code: 'InvalidParameter' }),
  ],
  [
    'Groq',
    1000,
    413,
    openai('Please reduce the length of the messages or completion.', { type: 'invalid_request_error' }),
  ],
  [
    'Together',
    1001,
    422,
    openai('Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193.', {
      type: 'invalid_request_error',
    }),
  ],
  [
    'SiliconFlow',
    40,
    400,
    {
      code: 20015,
      message: 'length of prompt_tokens (40000) must be less than max_seq_len (32768)',
      data: null,
    },
  ],
  [
    'Baidu',
    46,
    400,
    openai('the input tokens too long', { code: 'tokens_too_long', type: 'invalid_request_error' }),
  ],
  [
    'llama.cpp',
    6,
    400,
    openai('the request exceeds the available context size', {
      code: 400,
      type: 'exceed_context_size_error',
    }),
  ],
];
const CLIENTS: readonly ClientName[] = ['chat', 'messages', 'responses', 'google'];

let gateway: Gateway;
let upstream: HandledUpstream;
let key: string;
/** Calls of the upstream. */
let calls = 0;

beforeAll(async () => {
  upstream = await HandledUpstream.start();
  gateway = await Gateway.start();
  for (const [name, type, status, body] of REFUSALS) {
    upstream.on(name, (response) => {
      calls++;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    // Another channel would say the same: the conversation is what has to change.
    for (const channel of ['first', 'second'])
      await gateway.addChannel({
        name: `${name} ${channel}`,
        type,
        key: name,
        base_url: upstream.url,
        models: `model-${name}`,
      });
  }
  await gateway.option('RetryTimes', '3');
  await gateway.sell(Object.fromEntries(REFUSALS.map(([name]) => [`model-${name}`, 1])));
  key = await gateway.addToken();
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

/** The error as the clients of each protocol search for it. */
const ERRORS: Readonly<Record<ClientName, object>> = {
  chat: { error: { type: 'invalid_request_error', code: 'context_length_exceeded', param: 'messages' } },
  responses: { error: { type: 'invalid_request_error', code: 'context_length_exceeded' } },
  messages: {
    type: 'error',
    error: { type: 'invalid_request_error', message: expect.stringMatching(/prompt is too long/i) },
  },
  google: {
    error: {
      code: 400,
      status: 'INVALID_ARGUMENT',
      message: expect.stringMatching(/input token count.*exceeds the maximum number of tokens/i),
    },
  },
};

test.each(REFUSALS.map(([name]) => name))(
  '%s is asked once, and the client hears it in its own words',
  async (name) => {
    for (const stream of [false, true])
      for (const client of CLIENTS) {
        const model = `model-${name}`;
        calls = 0;
        const answer = await gateway.relay(pathOf(client, model, stream), key, bodyOf(client, model, stream));
        const body = (await answer.json()) as object;
        expect([client, answer.status, body]).toMatchObject([client, 400, ERRORS[client]]);
        expect([client, calls]).toEqual([client, 1]);
      }
  },
);
