import { at, providerOf, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, expectEvents, recordedStream, replay } from '../../../../test/dialects/recorded.js';
import { factsOf } from '../../kit/openai/dialect.js';
import { innerError } from '../../kit/openai/errors.js';
import { sparkFacts } from './facts.js';
import { credentialsOf, domainOf, signedUrl, versionOf } from './address.js';

const SPARK = 18;
const KEY = 'exampleAppId|exampleAPISecret|exampleAPIKey';
const provider = providerOf(SPARK);
const usage = { input: 5, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 9, reasoning: 0 };
const ask = (body: object, other = 'v3.5') => written(SPARK, body, { key: KEY, other });
const user = { role: 'user', content: 'q' };

test('the URL is signed for its host, path and date', () => {
  const now = new Date('Tue, 14 Nov 2023 22:13:20 GMT');
  const url = new URL(
    signedUrl({ baseUrl: 'https://spark-api.xf-yun.com' }, 'v3.5', credentialsOf(KEY), now),
  );
  expect(url.origin + url.pathname).toBe('wss://spark-api.xf-yun.com/v3.5/chat');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    authorization:
      'aG1hYyB1c2VybmFtZT0iZXhhbXBsZUFQSUtleSIsIGFsZ29yaXRobT0iaG1hYy1zaGEyNTYiLCBoZWFkZXJzPSJob3N0IGRhdGUgcmVxdWVzdC1saW5lIiwgc2lnbmF0dXJlPSJCYTBjblh2dmVNRFlzeDM2SnZKZHpXY09oeFNudnlCTEViZEZZTUxlR01VPSI=',
    date: 'Tue, 14 Nov 2023 22:13:20 GMT',
    host: 'spark-api.xf-yun.com',
  });
});

test.each([
  [{ model: 'SparkDesk', other: '' }, 'v1.1', 'lite'],
  [{ model: 'SparkDesk', other: 'v4.0' }, 'v4.0', '4.0Ultra'],
  [{ model: 'SparkDesk-v3.1', other: 'v4.0' }, 'v3.1', 'generalv3'],
  [{ model: 'a-b-c', other: 'max-32k' }, 'max-32k', 'max-32k'],
  [{ model: 'SparkDesk-v3.1', path: '/v1/chat/completions?api-version=v3.5' }, 'v3.5', 'generalv3.5'],
  [{ model: 'SparkDesk-v9', other: '' }, 'v9', 'generalv9'],
])('the version of %j is %s, its model %s', (overrides, version, domain) => {
  expect(versionOf(at(SPARK, overrides))).toBe(version);
  expect(domainOf(version)).toBe(domain);
});

test('the versions with a name have it in the path', () => {
  const url = signedUrl(at(SPARK), 'pro-128k', credentialsOf(KEY), new Date());
  expect(url).toContain('wss://vendor.example/chat/pro-128k?');
});

test('a conversation is one frame, with values in their ranges', () => {
  const call = ask({
    messages: [{ role: 'system', content: 'Be brief.' }, user],
    temperature: 0,
    max_tokens: 100_000,
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
  });
  expect(bodyOf(call)).toEqual({
    header: { app_id: 'exampleAppId' },
    parameter: { chat: { domain: 'generalv3.5', temperature: 0.01, max_tokens: 8192 } },
    payload: {
      message: { text: [{ role: 'system', content: 'Be brief.' }, user] },
      functions: { text: [{ name: 'f', parameters: { type: 'object' } }] },
    },
  });
});

test('older versions get instructions as a turn of the user', () => {
  expect(bodyOf(ask({ messages: [{ role: 'system', content: 'Be brief.' }, user] }, 'v3.1'))).toMatchObject({
    payload: {
      message: {
        text: [{ role: 'user', content: 'Be brief.' }, { role: 'assistant', content: 'Okay' }, user],
      },
    },
  });
});

test.each([
  [
    'images',
    { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x/y.png' } }] }] },
  ],
  [
    'results of tools',
    {
      messages: [
        user,
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c', content: 'r' },
      ],
    },
  ],
])('%s are refused', (_, body) => expect(() => ask(body)).toThrow('not supported by this model'));

test('tools are refused for versions without functions', () => {
  expect(() =>
    ask({ messages: [user], tools: [{ type: 'function', function: { name: 'f' } }] }, 'v1.1'),
  ).toThrow('tools are not supported');
});

test('a response ends with its last frame, which has the usage', () =>
  expectEvents(provider, 'text', [
    { type: 'start', id: 'cht01', model: '' },
    { type: 'text-delta', text: 'Hel' },
    { type: 'text-delta', text: 'lo' },
    { type: 'text-delta', text: '!' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage },
    { type: 'done' },
  ]));

test('a function call is a tool call', () =>
  expectEvents(provider, 'tool', [
    { type: 'start', id: 'cht02', model: '' },
    { type: 'tool-start', index: 0, id: 'call_cht02', name: 'weather' },
    { type: 'tool-delta', index: 0, text: '{"city":"Paris"}' },
    { type: 'finish', reason: 'tool-calls', raw: 'stop' },
    { type: 'usage', usage: { ...usage, input: 20, output: 8 } },
    { type: 'done' },
  ]));

test('a frame with a code is an error, whatever its status says', () => {
  expect(replay(provider, recordedStream('xunfei', 'error'))).toEqual([
    {
      type: 'error',
      failure: expect.objectContaining({
        status: 400,
        code: '10013',
        message: 'input content audit fail',
        retryable: false,
        disables: false,
      }),
    },
  ]);
});

test.each([
  ['10015', { status: 401, disables: true }],
  ['11200', { status: 403, disables: true }],
  ['11202', { status: 429, retryable: true }],
  ['10110', { status: 500, retryable: true }],
  ['10907', { status: 400, tooLong: true }],
])('the code %s', (code, expected) => {
  const error = { message: 'm', type: 'k', code };
  expect(innerError({ error }, factsOf({ facts: sparkFacts }))).toMatchObject(expected);
});

test('a handshake that is refused is read by its status', () => {
  expect(provider.readError(401, {}, '{"message":"HMAC signature does not match"}')).toMatchObject({
    status: 401,
    message: 'HMAC signature does not match',
    disables: true,
  });
});
