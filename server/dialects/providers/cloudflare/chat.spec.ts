import {
  bodyOf,
  expectEvents,
  recordedAnswer,
  recordedStream,
  replay,
} from '../../../../test/dialects/recorded.js';
import {
  at,
  base,
  native,
  providerOf,
  translated,
  written,
} from '../../../../test/dialects/provider-calls.js';
import { noUsage } from '../../canonical/usage.js';
import type { Target } from '../../kit/provider.js';

const CLOUDFLARE = 39;
const cloudflare = providerOf(CLOUDFLARE);
const MODEL = '@cf/meta/llama-3.1-8b-instruct-fast';
const user = { role: 'user', content: 'q' };

test.each<[string, string, string, string]>([
  [base, 'acc', `${base}/client/v4/accounts/acc/ai/v1/`, `${base}/client/v4/accounts/acc/ai/models/search`],
  [
    `${base}/client/v4`,
    'acc',
    `${base}/client/v4/accounts/acc/ai/v1/`,
    `${base}/client/v4/accounts/acc/ai/models/search`,
  ],
  [
    `${base}/client/v4/accounts/own/ai/v1`,
    '',
    `${base}/client/v4/accounts/own/ai/v1/`,
    `${base}/client/v4/accounts/own/ai/models/search`,
  ],
  [
    'https://gateway.ai.cloudflare.com/v1/own/gate',
    '',
    'https://gateway.ai.cloudflare.com/v1/own/gate/workers-ai/v1/',
    'https://api.cloudflare.com/client/v4/accounts/own/ai/models/search',
  ],
  [
    'https://gateway.ai.cloudflare.com/v1/own/gate/workers-ai/v1',
    'other',
    'https://gateway.ai.cloudflare.com/v1/own/gate/workers-ai/v1/',
    'https://api.cloudflare.com/client/v4/accounts/own/ai/models/search',
  ],
])('the address %s with the account "%s"', (baseUrl, other, openai, search) => {
  for (const call of [
    native(CLOUDFLARE, {}, { baseUrl, other }),
    translated(CLOUDFLARE, {}, { baseUrl, other }),
  ])
    expect(call.url).toBe(`${openai}chat/completions`);
  expect(cloudflare.models!.request(at(CLOUDFLARE, { baseUrl, other }), {}).url).toBe(
    `${search}?per_page=1000`,
  );
});

test('a second token is for the AI Gateway', () => {
  expect(native(CLOUDFLARE, {}, { key: 'token' }).headers).toMatchObject({ authorization: 'Bearer token' });
  expect(native(CLOUDFLARE, {}, { key: 'token' }).headers).not.toHaveProperty('cf-aig-authorization');
  expect(native(CLOUDFLARE, {}, { key: 'token|gate' }).headers).toMatchObject({
    authorization: 'Bearer token',
    'cf-aig-authorization': 'Bearer gate',
  });
});

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const called = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }];

test.each<[string, object, object]>([
  [
    'parts of text become a text',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
    },
    { messages: [{ role: 'user', content: 'a\nb' }] },
  ],
  [
    'missing content becomes an empty text',
    {
      messages: [
        user,
        { role: 'assistant', content: null, tool_calls: called },
        { role: 'assistant', tool_calls: called },
        user,
      ],
    },
    {
      messages: [
        user,
        { role: 'assistant', content: '', tool_calls: called },
        { role: 'assistant', content: '', tool_calls: called },
        user,
      ],
    },
  ],
  [
    'images stay',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, image] }] },
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }, image] }] },
  ],
  [
    'the output limit has its old name',
    { messages: [user], max_completion_tokens: 9 },
    { messages: [user], max_tokens: 9 },
  ],
])('%s', (_name, body, expected) => {
  expect(bodyOf(native(CLOUDFLARE, body, { model: MODEL }))).toEqual({ model: MODEL, ...expected });
  expect(bodyOf(written(CLOUDFLARE, body, { model: MODEL }))).toMatchObject(expected);
});

test('plain messages and other members are forwarded unchanged, and usage is requested', () => {
  const body = { messages: [user], seed: 1, options: { rejectIfBusy: true } };
  expect(bodyOf(native(CLOUDFLARE, body))).toEqual({ model: 'm', ...body });
  const streamed = native(CLOUDFLARE, { messages: [user], stream: true });
  expect(bodyOf(streamed)).toMatchObject({ stream_options: { include_usage: true } });
});

test('images are fetched, because models accept data URLs only', () => {
  expect(cloudflare.chat!.mustFetch!('https://i.example/a.png')).toBe(true);
});

test('a stream', () => {
  expectEvents(cloudflare, 'text', [
    { type: 'start', id: 'id-1733737971956', model: MODEL },
    { type: 'text-delta', text: 'Beep ' },
    { type: 'text-delta', text: '☀ boop' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage: { ...noUsage(), input: 9, cacheRead: 16, output: 6 } },
    { type: 'done' },
  ]);
});

test('a stream of a tool call', () => {
  expectEvents(cloudflare, 'tools', [
    { type: 'start', id: 'id-1733737971956', model: MODEL },
    { type: 'tool-start', index: 0, id: 'chatcmpl-tool-1', name: 'get_weather' },
    { type: 'tool-delta', index: 0, text: '{"city":"Boston"}' },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_calls' },
    { type: 'usage', usage: { ...noUsage(), input: 9, cacheRead: 16, output: 6 } },
    { type: 'done' },
  ]);
});

test('a stream without usage, and one that fails', () => {
  const events = (name: string) => replay(cloudflare, recordedStream('cloudflare', name));
  expect(events('no-usage').map(({ type }) => type)).toEqual(['start', 'text-delta', 'finish', 'done']);
  expect(events('error').at(-1)).toMatchObject({
    type: 'error',
    failure: { status: 429, code: '3040', retryable: true, disables: false },
  });
});

test('whole answers, also those without id, index or usage', () => {
  expect(cloudflare.chat!.answer(recordedAnswer('cloudflare', 'text'))).toMatchObject({
    parts: [{ type: 'text', text: 'Beep boop' }],
    usage: { input: 9, cacheRead: 16, output: 6 },
  });
  expect(cloudflare.chat!.answer(recordedAnswer('cloudflare', 'tools'))).toMatchObject({
    parts: [{ type: 'tool-call', name: 'get_weather', arguments: '{"city":"Boston"}' }],
    finish: { reason: 'tool-calls' },
    usage: undefined,
  });
});

test('OpenAI clients get the index of choices, and every other byte as it is', () => {
  const normalize = cloudflare.native['openai-chat']!.normalize!;
  const chunk = (choice: string) => Buffer.from(`data: {"id":"a","choices":[${choice}]}\n\n`);
  expect(normalize(chunk('{"delta":{"content":"x"}}'), true)).toEqual(
    chunk('{"index":0,"delta":{"content":"x"}}'),
  );
  const whole = chunk('{"index":0,"delta":{"content":"x"}}');
  expect(normalize(whole, true)).toBe(whole);
});

const envelope = (code: number, message = 'broken') => ({
  result: null,
  success: false,
  errors: [{ code, message }],
});

test.each<[number, number, object]>([
  [403, 10_000, { status: 401, disables: true }],
  [403, 9109, { status: 401, disables: true }],
  [403, 3023, { status: 403, disables: true }],
  [429, 3036, { status: 429, disables: true, code: 'insufficient_quota', retryAfterSeconds: 9 }],
  [429, 3040, { status: 429, disables: false, retryable: true, retryAfterSeconds: 9 }],
  [400, 5007, { status: 404, code: 'model_not_found', retryable: true, disables: false }],
  [404, 3042, { status: 404, code: 'model_not_found' }],
  [403, 5018, { status: 403, retryable: true, disables: false }],
  [413, 3006, { status: 413, retryable: false }],
  [408, 3007, { status: 408, retryable: false }],
  [400, 3030, { status: 400, code: '3030', retryable: false, disables: false }],
  [400, 5004, { status: 400, code: '5004', retryable: false, disables: false }],
  [500, 8001, { status: 500, code: '8001', retryable: true, disables: false }],
])('status %d with code %d', (status, code, expected) => {
  const failure = cloudflare.readError(status, { 'retry-after': '9' }, JSON.stringify(envelope(code)));
  expect(failure).toMatchObject({ message: 'broken', ...expected });
});

test('errors of an AI Gateway, of OpenAI’s format, of proxies, and of long conversations', () => {
  const read = (status: number, body: unknown) => cloudflare.readError(status, {}, JSON.stringify(body));
  expect(
    read(401, { success: false, result: [], error: [{ code: 2009, message: 'Unauthorized' }] }),
  ).toMatchObject({
    status: 401,
    message: 'Unauthorized',
    disables: true,
  });
  expect(read(424, { success: false, error: [{ code: 2016, message: 'Prompt blocked' }] })).toMatchObject({
    status: 400,
    code: 'content_filter',
  });
  expect(read(400, { error: { message: 'bad', code: 'x' } })).toMatchObject({ message: 'bad', code: 'x' });
  expect(cloudflare.readError(502, {}, '<html>').message).toBe('bad response status code 502');
  expect(read(400, envelope(5021, 'exceeded this model context window limit'))).toMatchObject({
    tooLong: true,
  });
});

test('an error inside a 200 is no answer', () => {
  expect(() => cloudflare.chat!.answer(recordedAnswer('cloudflare', 'error'))).toThrow(
    expect.objectContaining({
      failure: expect.objectContaining({ status: 429, disables: true }) as object,
    }) as Error,
  );
});

test('models that can be used are listed', () => {
  expect(cloudflare.models!.read(recordedAnswer('cloudflare', 'models'))).toEqual([
    '@cf/black-forest-labs/flux-1-schnell',
    '@cf/openai/gpt-oss-120b',
  ]);
});

test('the account is encoded', () => {
  const overrides: Partial<Target> = { other: 'a/b' };
  expect(native(CLOUDFLARE, {}, overrides).url).toBe(
    `${base}/client/v4/accounts/a%2Fb/ai/v1/chat/completions`,
  );
});
