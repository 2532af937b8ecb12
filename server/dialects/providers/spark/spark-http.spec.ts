import { UpstreamError } from '../../canonical/failure.js';
import { native, providerOf } from '../../../../test/dialects/provider-calls.js';
import { expectEvents, recordedAnswer, recordedStream } from '../../../../test/dialects/recorded.js';

const SPARK = 1020;
const baseUrl = 'https://spark-api-open.xf-yun.com';
const usage = (input: number, output: number) => ({
  input,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output,
  reasoning: 0,
});

test.each([
  ['generalv3.5', baseUrl, '/v1/chat/completions'],
  ['4.0Ultra', baseUrl, '/v1/chat/completions'],
  ['x1', baseUrl, '/v2/chat/completions'],
  ['spark-x', baseUrl, '/x2/chat/completions'],
  ['spark-x', `${baseUrl}/v2`, '/chat/completions'],
  ['spark-x', `${baseUrl}/x2`, '/chat/completions'],
])('%s at %s: %s', (model, address, path) => {
  expect(native(SPARK, {}, { model, baseUrl: address }).url).toBe(address + path);
});

test('a stream, whose last chunk has usage and no finish reason', () => {
  expectEvents(providerOf(SPARK), 'text', [
    { type: 'start', id: 'cha000b0001@dx1', model: '' },
    { type: 'reasoning-delta', text: '想' },
    { type: 'text-delta', text: '你好' },
    { type: 'text-delta', text: '！' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    { type: 'usage', usage: usage(6, 42) },
    { type: 'done' },
  ]);
});

test('a tool call that is an object instead of a list', () => {
  expectEvents(providerOf(SPARK), 'tools', [
    { type: 'start', id: 'cha000b0002@dx1', model: '' },
    { type: 'tool-start', index: 0, id: 'call_1', name: 'get_weather' },
    { type: 'tool-delta', index: 0, text: '{"city":"合肥"}' },
    { type: 'finish', reason: 'tool-calls', raw: 'stop' },
    { type: 'usage', usage: usage(7, 9) },
    { type: 'done' },
  ]);
  expect(providerOf(SPARK).chat!.answer(recordedAnswer('spark-http', 'tools'))).toMatchObject({
    parts: [{ type: 'tool-call', id: 'call_1', name: 'get_weather', arguments: '{"city":"合肥"}' }],
    finish: { reason: 'tool-calls' },
    usage: { input: 7, output: 9 },
  });
});

test('OpenAI clients get a list of calls and a finish reason', () => {
  const normalize = providerOf(SPARK).native['openai-chat']!.normalize!;
  const whole = Buffer.from(JSON.stringify(recordedAnswer('spark-http', 'tools')));
  expect(JSON.parse(normalize(whole, false).toString())).toMatchObject({
    choices: [{ message: { tool_calls: [{ id: 'call_1' }] }, finish_reason: 'tool_calls' }],
  });
  expect(normalize(recordedStream('spark-http', 'text'), true).toString()).toContain(
    '"finish_reason":"stop"',
  );
});

test('an error inside a stream', () => {
  expectEvents(providerOf(SPARK), 'error', [
    {
      type: 'error',
      failure: {
        status: 400,
        message: 'input content moderation',
        kind: 'api_error',
        code: '10013',
        retryable: false,
        disables: false,
        reported: { code: '10013', param: null },
      },
    },
  ]);
});

test.each([
  [10907, { status: 400, tooLong: true, retryable: false }],
  [11200, { status: 403, disables: true, retryable: true }],
  [10015, { status: 401, disables: true }],
  [11202, { status: 429, disables: false, retryable: true }],
  [99999, { status: 502, disables: false, retryable: true }],
])('the code %d inside a 200 response', (code, failure) => {
  let thrown: unknown;
  try {
    providerOf(SPARK).chat!.answer({ code, message: 'no', sid: 's' });
  } catch (problem) {
    thrown = problem;
  }
  expect(thrown).toBeInstanceOf(UpstreamError);
  expect((thrown as UpstreamError).failure).toMatchObject({ code: String(code), message: 'no', ...failure });
});

test.each([
  [200, 11203, 429],
  [500, 99999, 500],
])('with HTTP status %d, the code %d means %d', (status, code, expected) => {
  const body = JSON.stringify({
    error: { message: 'no', type: 'api_error', param: null, code: String(code) },
  });
  expect(providerOf(SPARK).readError(status, {}, body).status).toBe(expected);
});
