import { UpstreamError } from '../../canonical/failure.js';
import { anthropic } from './index.js';
import { recordedAnswer } from '../../../../test/dialects/recorded.js';

const answer = (body: unknown) => anthropic.chat!.answer(body);
const read = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  anthropic.readError(status, headers, JSON.stringify(body));

test('thoughts, text and every call are read in order, cache writes by lifetime', () => {
  expect(answer(recordedAnswer('anthropic', 'answer'))).toEqual({
    id: 'msg_9',
    model: 'claude-x',
    parts: [
      { type: 'reasoning', text: 'They want the weather.', signature: 'c2ln' },
      { type: 'reasoning-redacted', data: 'ZGF0YQ==' },
      { type: 'text', text: 'Looking ' },
      { type: 'text', text: 'it up.' },
      { type: 'tool-call', id: 'toolu_1', name: 'weather', arguments: '{"city":"Bern"}' },
      { type: 'tool-call', id: 'toolu_2', name: 'time', arguments: '{}' },
    ],
    finish: { reason: 'tool-calls', raw: 'tool_use' },
    usage: { input: 60, cacheRead: 40, cacheWrite5m: 4, cacheWrite1h: 5, output: 30, reasoning: 0 },
  });
});

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['pause_turn', 'stop'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool-calls'],
  ['refusal', 'content-filter'],
  ['compaction', 'stop'],
])('stop reason %s is %s', (raw, reason) => {
  expect(answer({ content: [], stop_reason: raw }).finish).toEqual({ reason, raw });
});

test('a missing usage is read as none', () => {
  expect(answer({ content: [] }).usage).toBeUndefined();
});

test.each([
  [{ type: 'error', error: { type: 'overloaded_error', message: 'm' } }, 529],
  [{ type: 'error', error: { type: 'authentication_error', message: 'm' } }, 401],
  [{ type: 'error', error: { type: 'something_new', message: 'm' } }, 502],
  [{ error: { message: 'm' } }, 502],
  [{}, 502],
  [null, 502],
  [{ content: 'text' }, 502],
])('%j is a failure with status %d', (body, status) => {
  expect(() => answer(body)).toThrow(UpstreamError);
  try {
    answer(body);
  } catch (error) {
    expect(error).toMatchObject({ failure: { status } });
  }
});

test('account troubles that come as 400 are asked elsewhere; timeouts are not', () => {
  const body = {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'Your credit balance is too low' },
  };
  expect(read(400, body)).toMatchObject({
    message: 'Your credit balance is too low',
    kind: 'invalid_request_error',
    code: 'bad_response_status_code',
    retryable: true,
    disables: false,
  });
  expect(read(504, {}).retryable).toBe(false);
  expect(read(529, {}, { 'retry-after': '3' })).toMatchObject({ retryable: true, retryAfterSeconds: 3 });
});

test.each([
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
])('%s disables the channel', (type, status) => {
  expect(read(status, { type: 'error', error: { type, message: 'm' } }).disables).toBe(true);
});
