import { failureIn } from '../../../../test/dialects/failure-in.js';
import { recordedAnswer, recordedStream, replay } from '../../../../test/dialects/recorded.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import type { UpstreamFailure } from '../../canonical/failure.js';
import { providerForModel } from '../registry.js';

const VERTEX = 41;
const CLAUDE = 'claude-sonnet-5-5';
const GEMINI = 'gemini-3.5-flash';
const LLAMA = 'meta/llama-4-maverick-17b-128e-instruct-maas';
const providerOf = (model: string) => providerForModel(VERTEX, model)!;
const answerOf = (model: string, name: string) =>
  providerOf(model).chat!.answer(recordedAnswer('vertex', name));

/** Whole, with CRLF, byte by byte and cut in two at every place: the same events. */
function expectEvents(model: string, name: string, expected: CanonicalEvent[]): void {
  const provider = providerOf(model);
  const bytes = recordedStream('vertex', name);
  expect(replay(provider, bytes)).toMatchObject(expected);
  expect(replay(provider, Buffer.from(bytes.toString().replaceAll('\n', '\r\n')))).toMatchObject(expected);
  const whole = JSON.stringify(replay(provider, bytes), withoutIds);
  expect(JSON.stringify(replay(provider, bytes, ...bytes.keys()), withoutIds)).toBe(whole);
  for (let cut = 1; cut < bytes.length; cut++)
    expect(JSON.stringify(replay(provider, bytes, cut), withoutIds)).toBe(whole);
}

/** Google sends no ids of calls, so that they are made up. */
const withoutIds = (name: string, value: unknown) => (name === 'id' ? undefined : value);

describe('answers', () => {
  test('of Gemini', () => {
    expect(answerOf(GEMINI, 'gemini')).toMatchObject({
      parts: [{ type: 'text', text: 'Bonjour. How are you?' }],
      finish: { reason: 'stop' },
      usage: { input: 8, output: 7, reasoning: 25 },
    });
  });

  test('of Claude: cached input is reported apart', () => {
    expect(answerOf(CLAUDE, 'claude')).toMatchObject({
      parts: [{ type: 'text', text: 'Hey! How can I help?' }],
      usage: { input: 10, cacheRead: 5, output: 12 },
    });
    expect(providerOf(CLAUDE).countsCacheApart).toBe(true);
  });

  test('of Llama', () => {
    expect(answerOf(LLAMA, 'llama')).toMatchObject({
      parts: [{ type: 'text', text: 'Hello there.' }],
      usage: { input: 11, output: 3 },
    });
  });
});

describe('streams', () => {
  test('of Gemini, with a call', () => {
    expectEvents(GEMINI, 'gemini-tools', [
      { type: 'start', id: 'uDZGaJ', model: 'gemini-3.5-flash' },
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-start', index: 0, name: 'get_weather', signature: 'c2ln' } as CanonicalEvent,
      { type: 'tool-delta', index: 0, text: '{"city":"Berlin"}' },
      { type: 'usage', usage: { input: 20, cacheRead: 30, output: 9, reasoning: 20 } },
      { type: 'finish', reason: 'tool-calls', raw: 'STOP' },
    ]);
  });

  test('of Claude, with a call', () => {
    expectEvents(CLAUDE, 'claude-tools', [
      { type: 'start', id: 'msg_vrtx_01L', model: 'claude-sonnet-5-5' },
      { type: 'usage', usage: { input: 20, cacheRead: 4 } },
      { type: 'text-delta', text: 'Let me look.' },
      { type: 'tool-start', index: 0, id: 'toolu_vrtx_01', name: 'get_weather' },
      { type: 'tool-delta', index: 0, text: '{"city": ' },
      { type: 'tool-delta', index: 0, text: '"Berlin"}' },
      { type: 'usage', usage: { output: 33 } },
      { type: 'finish', reason: 'tool-calls', raw: 'tool_use' },
      { type: 'done' },
    ]);
  });

  test('of Llama', () => {
    expectEvents(LLAMA, 'llama', [
      { type: 'start', id: '', model: LLAMA },
      { type: 'text-delta', text: 'Hello' },
      { type: 'text-delta', text: ' there.' },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: { input: 11, output: 3 } },
      { type: 'done' },
    ]);
  });

  test.each([
    [GEMINI, 'gemini-error', 429],
    [CLAUDE, 'claude-error', 529],
  ])('an error in a stream of %s is an error', (model, name, status) => {
    const [event] = replay(providerOf(model), recordedStream('vertex', name));
    expect(event).toMatchObject({ type: 'error', failure: { status, retryable: true } });
  });
});

describe('errors', () => {
  const google = (code: number, status: string, more: object = {}) => ({
    error: { code, message: 'problem', status, ...more },
  });
  const anthropic = (type: string, message = 'problem') => ({ type: 'error', error: { type, message } });
  const disabled = [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'SERVICE_DISABLED',
      domain: 'googleapis.com',
    },
  ];

  test.each<[string, number, object, Partial<UpstreamFailure>]>([
    [
      GEMINI,
      429,
      google(429, 'RESOURCE_EXHAUSTED'),
      { code: 'RESOURCE_EXHAUSTED', retryable: true, disables: false },
    ],
    [
      GEMINI,
      403,
      google(403, 'PERMISSION_DENIED', { details: disabled }),
      { code: 'SERVICE_DISABLED', disables: true },
    ],
    [GEMINI, 401, [google(401, 'UNAUTHENTICATED')], { status: 401, disables: true }],
    [GEMINI, 404, google(404, 'NOT_FOUND'), { status: 404, retryable: true, disables: false }],
    [GEMINI, 400, google(400, 'INVALID_ARGUMENT'), { retryable: false, disables: false }],
    [GEMINI, 400, google(400, 'FAILED_PRECONDITION'), { retryable: true, disables: false }],
    [
      GEMINI,
      400,
      google(400, 'INVALID_ARGUMENT', {
        message: 'The input token count (9) exceeds the maximum number of tokens allowed (8).',
      }),
      { tooLong: true, retryable: false },
    ],
    [
      CLAUDE,
      429,
      google(429, 'RESOURCE_EXHAUSTED'),
      { code: 'RESOURCE_EXHAUSTED', retryable: true, disables: false },
    ],
    [CLAUDE, 403, google(403, 'PERMISSION_DENIED'), { status: 403, disables: true }],
    [
      CLAUDE,
      429,
      anthropic('rate_limit_error'),
      { kind: 'rate_limit_error', retryable: true, disables: false },
    ],
    [CLAUDE, 529, anthropic('overloaded_error'), { kind: 'overloaded_error', retryable: true }],
    [
      CLAUDE,
      400,
      anthropic('invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum'),
      { tooLong: true, retryable: false },
    ],
    [LLAMA, 429, [google(429, 'RESOURCE_EXHAUSTED')], { code: 'RESOURCE_EXHAUSTED', retryable: true }],
    [
      LLAMA,
      400,
      [google(400, 'INVALID_ARGUMENT', { message: "This model's maximum context length is 8 tokens." })],
      { tooLong: true, retryable: false },
    ],
    [
      'mistral-medium-3',
      422,
      { object: 'error', message: 'bad', type: 'invalid_request_error' },
      { status: 422 },
    ],
    ['text-embedding-005', 403, google(403, 'PERMISSION_DENIED'), { disables: true }],
    ['unknown', 404, google(404, 'NOT_FOUND'), { status: 404 }],
    [CLAUDE, 502, {}, { status: 502, code: 'bad_response_status_code', retryable: true }],
  ])('of %s: %d %j', (model, status, body, expected) => {
    expect(providerOf(model).readError(status, {}, JSON.stringify(body))).toMatchObject(expected);
  });

  test('an HTML page of a proxy has only its status', () => {
    expect(providerOf(CLAUDE).readError(502, { 'retry-after': '7' }, '<html>')).toMatchObject({
      status: 502,
      retryAfterSeconds: 7,
    });
  });

  test.each([GEMINI, CLAUDE, LLAMA])('an error inside a 200 of %s is never an answer', (model) => {
    expect(failureIn(() => providerOf(model).chat!.answer(google(429, 'RESOURCE_EXHAUSTED')))).toMatchObject({
      retryable: true,
    });
  });

  test('missing usage is left to the gateway', () => {
    const { usageMetadata: _, ...body } = recordedAnswer('vertex', 'gemini') as Record<string, unknown>;
    expect(providerOf(GEMINI).chat!.answer(body).usage).toBeUndefined();
    const { usage: __, ...message } = recordedAnswer('vertex', 'claude') as Record<string, unknown>;
    expect(providerOf(CLAUDE).chat!.answer(message).usage).toBeUndefined();
  });
});
