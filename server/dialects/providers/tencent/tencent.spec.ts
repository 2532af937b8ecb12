import { at, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import {
  bodyOf,
  expectEvents,
  recordedAnswer,
  recordedStream,
  replay,
} from '../../../../test/dialects/recorded.js';
import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { credentialsOf, signatureHeaders } from './signature.js';

const TENCENT = 23;
const provider = providerOf(TENCENT);
const usage = { input: 3, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 2, reasoning: 0 };

const failureOf = (body: unknown): UpstreamFailure => {
  try {
    provider.chat!.answer(body);
  } catch (problem) {
    if (problem instanceof UpstreamError) return problem.failure;
    throw problem;
  }
  throw new Error('no failure');
};

test('a call is signed over the bytes that are sent', () => {
  const body = Buffer.from(
    '{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}',
  );
  const url = 'https://hunyuan.tencentcloudapi.com/';
  const credentials = credentialsOf('123|AKIDexample|exampleSecretKey');
  expect(
    signatureHeaders({ url, body }, 'ChatCompletions', credentials, new Date(1_700_000_000_000)),
  ).toEqual({
    authorization:
      'TC3-HMAC-SHA256 Credential=AKIDexample/2023-11-14/hunyuan/tc3_request, SignedHeaders=content-type;host;x-tc-action, Signature=1d10cd38a9311218670b15ca5cbfb25dd9899c6247e99bc189945975587349d9',
    'content-type': 'application/json',
    'x-tc-action': 'ChatCompletions',
    'x-tc-timestamp': '1700000000',
  });
});

test.each([['AKID|secret'], ['1|AKID|secret'], ['1| AKID | secret ']])('the key %j', (key) =>
  expect(credentialsOf(key)).toEqual({ secretId: 'AKID', secretKey: 'secret' }),
);

test('a request has the address, the version and a signature of its own', async () => {
  const call = written(TENCENT, { messages: [{ role: 'user', content: 'q' }] }, { key: '1|AKID|secret' });
  expect(call.url).toBe('https://vendor.example/');
  expect(call.headers).toMatchObject({ 'x-tc-version': '2023-09-01' });
  const { authorization } = await call.sign!(call, new Date(0));
  expect(authorization).toContain('Credential=AKID/1970-01-01/hunyuan/tc3_request');
});

test('members have their counterparts, and those without one are removed', () => {
  const call = written(TENCENT, {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'user', content: [{ type: 'text', text: 'two' }, image('https://x/y.png')] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'done' },
    ],
    tools: [{ type: 'function', function: { name: 'f' } }],
    tool_choice: 'required',
    temperature: 3,
    top_p: 0,
    max_tokens: 100,
    stop: 'END',
    seed: 7,
    user: 'ada',
  });
  expect(bodyOf(call)).toEqual({
    Model: 'm',
    Messages: [
      { Role: 'system', Content: 'Be brief.' },
      {
        Role: 'user',
        Contents: [
          { Type: 'text', Text: 'one' },
          { Type: 'text', Text: 'two' },
          { Type: 'image_url', ImageUrl: { Url: 'https://x/y.png' } },
        ],
      },
      {
        Role: 'assistant',
        Content: '',
        ToolCalls: [{ Id: 'c', Type: 'function', Function: { Name: 'f', Arguments: '{}' } }],
      },
      { Role: 'tool', Content: 'done', ToolCallId: 'c' },
    ],
    Tools: [
      {
        Type: 'function',
        Function: { Name: 'f', Description: '', Parameters: '{"type":"object","properties":{}}' },
      },
    ],
    ToolChoice: 'auto',
    Temperature: 2,
    Stop: ['END'],
    Seed: 7,
    Stream: false,
  });
});

const image = (url: string) => ({ type: 'image_url', image_url: { url } });

test('more than 40 messages are refused', () => {
  const messages = Array.from({ length: 41 }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: 'q',
  }));
  expect(() => written(TENCENT, { messages })).toThrow('at most 40 messages');
  expect(() => written(TENCENT, { messages: messages.slice(1, 41) })).not.toThrow();
});

test('an Anthropic client is translated', () => {
  expect(bodyOf(translated(TENCENT, { stream: true }))).toMatchObject({
    Messages: [{ Role: 'user', Content: 'q' }],
    Stream: true,
  });
  expect(at(TENCENT).type).toBe(TENCENT);
});

test('a stream reports the usage of its last chunk', () =>
  expectEvents(provider, 'text', [
    { type: 'start', id: 'a1b2', model: '' },
    { type: 'text-delta', text: '你' },
    { type: 'text-delta', text: '好' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage },
    { type: 'done' },
  ]));

test('a tool call arrives in pieces', () =>
  expectEvents(provider, 'tool', [
    { type: 'start', id: 'a1b3', model: '' },
    { type: 'tool-start', index: 0, id: 'call_1', name: 'weather' },
    { type: 'tool-delta', index: 0, text: '{"city":' },
    { type: 'tool-delta', index: 0, text: '"Paris"}' },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_calls' },
    { type: 'usage', usage: { ...usage, input: 30, output: 9 } },
    { type: 'done' },
  ]));

test('an error inside a stream is an error', () => {
  const events = replay(provider, recordedStream('tencent', 'blocked'));
  expect(events.at(-1)).toMatchObject({
    type: 'error',
    failure: { message: 'engine timeout', code: '4001' },
  });
});

test('a whole response, with reasoning and a sensitive end', () => {
  expect(provider.chat!.answer(recordedAnswer('tencent', 'text'))).toMatchObject({
    parts: [
      { type: 'reasoning', text: 'Greet.' },
      { type: 'text', text: 'Hi' },
    ],
    finish: { reason: 'content-filter' },
    usage: { input: 3, output: 7 },
  });
});

test.each<[string, number, boolean, boolean]>([
  ['AuthFailure.SignatureFailure', 401, true, true],
  ['UnauthorizedOperation', 401, true, true],
  ['FailedOperation.ResourcePackExhausted', 403, true, true],
  ['FailedOperation.ServiceStopArrears', 403, true, true],
  ['LimitExceeded', 429, true, false],
  ['RequestLimitExceeded.UinLimitExceeded', 429, true, false],
  ['InvalidParameterValue.Model', 400, false, false],
  ['FailedOperation.EngineServerError', 500, true, false],
  ['Unheard', 502, true, false],
])(
  'the error %s inside a 200 has status %d; retried: %j, disables: %j',
  (code, status, retryable, disables) => {
    const body = { Response: { Error: { Code: code, Message: 'why' }, RequestId: 'r' } };
    expect(failureOf(body)).toMatchObject({ status, retryable, disables, message: 'why', code });
  },
);

test('the published error of a wrong signature', () => {
  expect(failureOf(recordedAnswer('tencent', 'error'))).toMatchObject({ status: 401, disables: true });
});
