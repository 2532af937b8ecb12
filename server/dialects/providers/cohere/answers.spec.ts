import type { CanonicalEvent } from '../../canonical/events.js';
import { foldEvents } from '../../canonical/fold.js';
import { noUsage } from '../../canonical/usage.js';
import { expectEvents, recordedAnswer, recordedStream, replay } from '../../../../test/dialects/recorded.js';
import { providerOf } from '../../../../test/dialects/provider-calls.js';

const cohere = providerOf(34);
const answer = (name: string) => cohere.chat!.answer(recordedAnswer('cohere', name));
const events = (name: string): CanonicalEvent[] => replay(cohere, recordedStream('cohere', name));
const billed = (input: number, output: number) => ({ ...noUsage(), input, output });

test('a stream with a citation: billed units are charged', () => {
  expectEvents(cohere, 'text', [
    { type: 'start', id: 'e8f9afc1-0888-46f0-a9ed-eb0e5a51e17f', model: '' },
    { type: 'text-delta', text: 'It' },
    { type: 'text-delta', text: ' is 24°' },
    { type: 'text-delta', text: 'C in Madrid ☀.' },
    {
      type: 'citation',
      citation: { file: { id: 'get_weather_m3kdvxncg1p8:0', name: '' }, range: { start: 16, end: 20 } },
    },
    { type: 'usage', usage: billed(87, 19) },
    { type: 'finish', reason: 'stop', raw: 'COMPLETE' },
    { type: 'done' },
  ]);
});

test('a stream of tool calls: the plan is reasoning, and calls without arguments have an empty object', () => {
  expectEvents(cohere, 'tools', [
    { type: 'start', id: 'fba98ad3-e5a1-413c-a8de-84fbf9baabf7', model: '' },
    { type: 'reasoning-delta', text: 'I' },
    { type: 'reasoning-delta', text: ' will' },
    { type: 'reasoning-delta', text: ' search.' },
    { type: 'tool-start', index: 0, id: 'get_weather_p1t92w7gfgq7', name: 'get_weather' },
    { type: 'tool-delta', index: 0, text: '{\n    "' },
    { type: 'tool-delta', index: 0, text: 'location": "Madrid"\n}' },
    { type: 'tool-start', index: 1, id: 'get_time_ay6nmvjgp9vn', name: 'get_time' },
    { type: 'tool-delta', index: 1, text: '{}' },
    { type: 'usage', usage: billed(37, 28) },
    { type: 'finish', reason: 'tool-calls', raw: 'TOOL_CALL' },
    { type: 'done' },
  ]);
});

test('a stream of thinking that was cut by the limit', () => {
  expectEvents(cohere, 'thinking', [
    { type: 'start', id: '0ea8dd8b', model: '' },
    { type: 'reasoning-delta', text: 'Alice is' },
    { type: 'reasoning-delta', text: ' a sister.' },
    { type: 'text-delta', text: 'Three.' },
    { type: 'usage', usage: billed(30, 12) },
    { type: 'finish', reason: 'length', raw: 'MAX_TOKENS' },
    { type: 'done' },
  ]);
});

test('a stream without usage', () => {
  const folded = foldEvents(events('no-usage'));
  expect(folded).toMatchObject({ parts: [{ type: 'text', text: 'Hi' }], finish: { reason: 'stop' } });
  expect(folded.usage).toBeUndefined();
});

test.each([
  ['error', 502, 'internal server error, this has been reported to our developers'],
  ['error-body', 502, 'internal server error'],
])('a stream that fails: %s', (name, status, message) => {
  expect(events(name).at(-1)).toMatchObject({
    type: 'error',
    failure: { status, message, retryable: true, disables: false },
  });
});

test('whole answers', () => {
  expect(answer('answer')).toEqual({
    id: 'c14c80c3-18eb-4519-9460-6c92edd8cfb4',
    model: '',
    parts: [{ type: 'text', text: 'LLM stands for large language model.' }],
    citations: [{ file: { id: 'doc:0', name: '' }, range: { start: 0, end: 3 } }],
    finish: { reason: 'stop', raw: 'COMPLETE' },
    usage: billed(5, 418),
  });
  expect(answer('tools')).toMatchObject({
    parts: [
      { type: 'reasoning', text: 'I will search.' },
      { type: 'tool-call', id: 'get_weather_p1t92w7gfgq7', arguments: '{"location":"Madrid"}' },
      { type: 'tool-call', name: 'get_time', arguments: '{}' },
    ],
    finish: { reason: 'tool-calls' },
  });
  expect(answer('thinking')).toMatchObject({
    parts: [
      { type: 'reasoning', text: 'Alice is a sister.' },
      { type: 'text', text: 'Three.' },
    ],
    logprobs: [
      { text: 'Three', logprob: -0.75, others: [] },
      { text: '.', logprob: -0.125, others: [] },
    ],
    usage: undefined,
  });
});

test('log probabilities of a stream', () => {
  const read = cohere.chat!.stream();
  const delta = { message: { content: { text: 'Hi' } } };
  const logprobs = { text: 'Hi', token_ids: [1], logprobs: [-0.5] };
  const data = JSON.stringify({ type: 'content-delta', index: 0, delta, logprobs });
  expect(read({ name: 'content-delta', data })).toEqual([
    { type: 'logprobs', tokens: [{ text: 'Hi', logprob: -0.5, others: [] }] },
    { type: 'text-delta', text: 'Hi' },
  ]);
});

const message = { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] };

test.each([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['ERROR_LIMIT', 'length'],
  ['TOOL_CALL', 'tool-calls'],
  ['ERROR_TOXIC', 'content-filter'],
])('the finish reason %s is %s', (raw, reason) => {
  expect(cohere.chat!.answer({ message, finish_reason: raw }).finish).toMatchObject({ reason, raw });
});

test.each<[object | null, number]>([
  [{ message: 'something broke' }, 502],
  [{ message, finish_reason: 'ERROR' }, 502],
  [{ message, finish_reason: 'TIMEOUT' }, 502],
  [{ message, finish_reason: 'USER_CANCEL' }, 502],
  [{ id: 'x' }, 502],
  [null, 502],
])('%j is no answer', (body, status) => {
  expect(() => cohere.chat!.answer(body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ status }) as object }) as Error,
  );
});

test('usage: billed units, else processed tokens, else none', () => {
  const usage = (reported: object) => cohere.chat!.answer({ message, usage: reported }).usage;
  const tokens = { input_tokens: 70.0, output_tokens: 4 };
  expect(usage({ billed_units: { input_tokens: 3, output_tokens: 4 }, tokens, cached_tokens: 64 })).toEqual(
    billed(3, 4),
  );
  expect(usage({ billed_units: { input_tokens: 0, output_tokens: 0 }, tokens })).toEqual(billed(70, 4));
  expect(usage({ billed_units: {} })).toBeUndefined();
});

test.each<[number, string, object]>([
  [400, 'invalid request: message must be at least 1 token long', { retryable: false, disables: false }],
  [
    400,
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 4292.',
    { tooLong: true, retryable: false },
  ],
  [400, 'too many tokens: size limit exceeded by 11326 tokens.', { tooLong: true }],
  [401, 'invalid api token', { disables: true }],
  [402, 'Please add or update your payment method', { disables: true }],
  [404, "model 'xyz' not found", { retryable: true, disables: false }],
  [429, 'You are past the per minute request limit, please wait and try again later.', { disables: false }],
  [429, 'You are using a Trial key, which is limited to 40 API calls / minute.', { disables: false }],
  [
    429,
    'You are using a Trial key, which is limited to 1000 API calls / month.',
    { disables: true, code: 'insufficient_quota' },
  ],
  [498, 'blocked', { code: 'content_filter', retryable: false }],
  [500, 'internal server error', { retryable: true, disables: false }],
  [503, 'unavailable', { retryable: true }],
  [504, 'timed out', { retryable: false }],
])('status %d: %s', (status, text, expected) => {
  const failure = cohere.readError(
    status,
    { 'retry-after': '7' },
    JSON.stringify({ id: 'x', message: text }),
  );
  expect(failure).toMatchObject({ status, message: text, retryAfterSeconds: 7, ...expected });
});

test('a limit of output is no limit of context, and errors of proxies have no message', () => {
  const text =
    'too many tokens: max tokens must be less than or equal to 4096, the maximum output for this model';
  expect(cohere.readError(400, {}, JSON.stringify({ message: text })).tooLong).toBeUndefined();
  expect(cohere.readError(502, {}, '<html>').message).toBe('bad response status code 502');
});
