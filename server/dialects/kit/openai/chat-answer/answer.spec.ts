import { UpstreamError } from '../../../canonical/failure.js';
import { openai } from '../../../providers/openai.js';
import { recordedAnswer } from '../../../../../test/dialects/recorded.js';

const answer = (body: unknown) => openai.chat!.answer(body);

function failureOf(body: unknown) {
  try {
    answer(body);
  } catch (error) {
    if (error instanceof UpstreamError) return error.failure;
    throw error;
  }
  throw new Error('it was read as an answer');
}

test('reasoning, text and every tool call are read, usage in disjoint classes', () => {
  expect(answer(recordedAnswer('openai', 'answer'))).toEqual({
    id: 'chatcmpl-9',
    model: 'gpt-4o-2024-08-06',
    parts: [
      { type: 'reasoning', text: 'They want the weather.' },
      { type: 'text', text: 'Looking it up.' },
      { type: 'tool-call', id: 'call_1', name: 'weather', arguments: '{"city":"Bern"}' },
      { type: 'tool-call', id: 'call_2', name: 'time', arguments: '' },
    ],
    finish: { reason: 'tool-calls', raw: 'stop' },
    usage: { input: 60, cacheRead: 40, cacheWrite5m: 0, cacheWrite1h: 0, output: 20, reasoning: 10 },
  });
});

test('a refusal, a signed thought and a missing usage', () => {
  const message = {
    content: null,
    refusal: 'No.',
    reasoning_details: [
      { type: 'reasoning.text', text: 'Hm', signature: 's' },
      { type: 'reasoning.encrypted', data: 'd' },
    ],
    reasoning: 'Hm',
  };
  expect(answer({ id: 'a', choices: [{ message, finish_reason: 'content_filter' }] })).toEqual({
    id: 'a',
    model: '',
    parts: [
      { type: 'reasoning', text: 'Hm', signature: 's' },
      { type: 'reasoning-redacted', data: 'd' },
      { type: 'refusal', text: 'No.' },
    ],
    finish: { reason: 'content-filter', raw: 'content_filter' },
    usage: undefined,
  });
});

test.each([
  [{ error: { message: 'slow down', type: 'rate_limit_error', code: null } }, 429, true, false],
  [
    { error: { message: 'bad key', type: 'invalid_request_error', code: 'invalid_api_key' } },
    401,
    true,
    true,
  ],
  [{ error: { message: 'no credits', code: 402 } }, 402, true, true],
  [{ error: { message: 'too long', code: 'context_length_exceeded' } }, 400, false, false],
  [{ error: { message: 'who knows', type: 'new_kind' } }, 502, true, false],
  [{ error: 'plain words' }, 502, true, false],
  [{ base_resp: { status_code: 1008, status_msg: 'insufficient balance' } }, 502, true, false],
])('%j inside a 200 answer is a failure with status %d', (body, status, retryable, disables) => {
  expect(failureOf(body)).toMatchObject({ status, retryable, disables });
});

test.each([[{}], [[]], ['text'], [null], [{ choices: {} }]])('%j is no answer', (body) => {
  expect(failureOf(body)).toMatchObject({ status: 502, code: 'invalid_response', retryable: true });
});

test('an answer without choices is none, whatever usage it reports', () => {
  const usage = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 };
  expect(failureOf({ choices: [], usage })).toMatchObject({ code: 'empty_answer', retryable: true });
});

test('an error member that says nothing is none', () => {
  const choices = [{ message: { content: '' }, finish_reason: 'stop' }];
  expect(answer({ error: null, choices }).parts).toEqual([]);
  expect(answer({ error: {}, base_resp: { status_code: 0 }, choices }).finish.reason).toBe('stop');
});

test.each([
  [502, 502],
  [429, 429],
  ['rate_limit_exceeded', 429],
])('an error beside the choice is that of the response (%p)', (code, status) => {
  const error = { code, message: 'Provider returned error' };
  const choice = { index: 0, finish_reason: 'error', error };
  const whole = {
    choices: [{ ...choice, message: { role: 'assistant', content: 'Half' } }],
    usage: { total_tokens: 9 },
  };
  expect(failureOf(whole)).toMatchObject({ status, message: 'Provider returned error' });
  const read = openai.chat!.stream();
  const frame = (members: object) => ({
    name: 'message',
    data: JSON.stringify({ id: 'c', model: 'm', ...members }),
  });
  read(frame({ choices: [{ index: 0, delta: { content: 'Half' } }] }));
  expect(read(frame({ choices: [{ ...choice, delta: {} }] }))).toMatchObject([
    { type: 'error', failure: { status, message: 'Provider returned error' } },
  ]);
});
