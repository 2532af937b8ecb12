import { UpstreamError } from '../../canonical/failure.js';
import type { Target } from '../../kit/provider.js';
import { at, base, providerOf, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, expectEvents, recordedAnswer } from '../../../../test/dialects/recorded.js';

const WATSONX = 1014;
const messages = [{ role: 'user', content: 'q' }];
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const usage = { input: 34, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 2, reasoning: 0 };

test.each<[given: Partial<Target>, stream: boolean, path: string, place: object]>([
  [{ other: 'p-1' }, false, '/ml/v1/text/chat', { model_id: 'm', project_id: 'p-1' }],
  [{ other: 'p-1' }, true, '/ml/v1/text/chat_stream', { model_id: 'm', project_id: 'p-1' }],
  [{ other: 'space:s-1' }, false, '/ml/v1/text/chat', { model_id: 'm', space_id: 's-1' }],
  [{ model: 'deployment/d-1', other: 'p-1' }, false, '/ml/v1/deployments/d-1/text/chat', {}],
  [{ model: 'deployment/d-1' }, true, '/ml/v1/deployments/d-1/text/chat_stream', {}],
])('a chat with %j, streamed: %s', (overrides, stream, path, place) => {
  const call = written(WATSONX, { messages, stream, max_completion_tokens: 5 }, overrides);
  expect(call.url).toBe(`${base}${path}?version=2024-10-10`);
  expect(bodyOf(call)).toEqual({ ...place, messages, max_tokens: 5 });
  expect(call.headers).not.toHaveProperty('authorization');
});

test.each([
  ['auto', { tool_choice_option: 'auto' }],
  ['required', { tool_choice_option: 'required' }],
  [
    { type: 'function', function: { name: 'f' } },
    { tool_choice: { type: 'function', function: { name: 'f' } } },
  ],
])('the tool choice %j', (tool_choice, sent) => {
  const body = { messages, tools, tool_choice, parallel_tool_calls: true, stop: 'x', user: 'u' };
  expect(bodyOf(written(WATSONX, body, { other: 'p' }))).toEqual({
    model_id: 'm',
    project_id: 'p',
    messages,
    tools,
    stop: ['x'],
    ...sent,
  });
});

test('requests of OpenAI clients are always translated', () => {
  expect(providerOf(WATSONX).native).toEqual({});
});

test('the key is exchanged for a token', () => {
  const { accessToken } = written(WATSONX, { messages });
  const exchange = accessToken!.request(new Date());
  expect(exchange).toMatchObject({ method: 'POST', url: `${base}/identity/token` });
  const baseUrl = 'https://eu-de.ml.cloud.ibm.com';
  expect(written(WATSONX, { messages }, { baseUrl }).accessToken!.request(new Date()).url).toBe(
    'https://iam.cloud.ibm.com/identity/token',
  );
  expect(exchange.body!.toString()).toBe(
    'grant_type=urn%3Aibm%3Aparams%3Aoauth%3Agrant-type%3Aapikey&apikey=sk-key',
  );
  const issued = JSON.stringify({ access_token: 't', refresh_token: 'not_supported', expires_in: 3600 });
  expect(accessToken!.read(200, {}, issued)).toEqual({ token: 't', expiresInSeconds: 3600 });
  const call = written(WATSONX, { messages });
  expect(accessToken!.apply(call, 't').headers).toMatchObject({ authorization: 'Bearer t' });
  const other = written(WATSONX, { messages }, { key: 'other' }).accessToken!;
  expect(other.identity).not.toBe(accessToken!.identity);
});

test.each([
  [
    400,
    { errorCode: 'BXNIM0415E', errorMessage: 'Provided API key could not be found.' },
    { status: 401, disables: true, code: 'BXNIM0415E', message: 'Provided API key could not be found.' },
  ],
  [503, {}, { status: 503, disables: false, retryable: true }],
  [200, {}, { status: 502, disables: false, retryable: true }],
])('an exchange that fails with %d %j', (status, body, failure) => {
  const { accessToken } = written(WATSONX, { messages });
  let thrown: unknown;
  try {
    accessToken!.read(status, {}, JSON.stringify(body));
  } catch (problem) {
    thrown = problem;
  }
  expect((thrown as UpstreamError).failure).toMatchObject(failure);
});

test('a stream, which ends with a close event', () => {
  expectEvents(providerOf(WATSONX), 'text', [
    { type: 'start', id: 'chatcmpl-1', model: 'ibm/granite-4-h-small' },
    { type: 'text-delta', text: 'Hi' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage },
  ]);
});

test('a tool call', () => {
  expect(providerOf(WATSONX).chat!.answer(recordedAnswer('watsonx', 'tools'))).toMatchObject({
    parts: [
      { type: 'tool-call', id: 'chatcmpl-tool-1', name: 'get_weather', arguments: '{"city": "Berlin"}' },
    ],
    finish: { reason: 'tool-calls' },
    usage: { input: 100, output: 20 },
  });
});

test.each([
  [401, 'authentication_token_expired', { disables: true }],
  [403, 'token_quota_reached', { disables: true }],
  [404, 'model_not_supported', { disables: false }],
  [429, 'consumption_limit_reached', { disables: false, retryable: true }],
])('an error %d %s', (status, code, failure) => {
  const body = JSON.stringify({ errors: [{ code, message: 'no' }], trace: 't', status_code: status });
  expect(providerOf(WATSONX).readError(status, {}, body)).toMatchObject({
    status,
    code,
    message: 'no',
    ...failure,
  });
});

test('the model list is public', () => {
  const { models } = providerOf(WATSONX);
  expect(models!.request(at(WATSONX), {})).toEqual({
    method: 'GET',
    url: `${base}/ml/v1/foundation_model_specs?version=2024-10-10&filters=function_text_chat&limit=200`,
    headers: {},
  });
  expect(models!.read({ resources: [{ model_id: 'ibm/granite-4-h-small' }] })).toEqual([
    'ibm/granite-4-h-small',
  ]);
});
