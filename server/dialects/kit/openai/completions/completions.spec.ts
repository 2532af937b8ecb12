import type { CanonicalEvent } from '../../../canonical/events.js';
import { UpstreamError } from '../../../canonical/failure.js';
import { openai } from '../../../providers/openai.js';
import type { NativeChange } from '../../provider.js';
import { providerFor } from '../../../providers/registry.js';
import {
  expectEvents,
  recordedAnswer,
  recordedStream,
  replay,
  targetOf,
} from '../../../../../test/dialects/recorded.js';

const native = openai.native['openai-completions']!;
/** Read with the reader of this protocol instead of the chat reader. */
const completions = { ...openai, chat: { ...openai.chat!, ...native.reader } };
const start: CanonicalEvent = { type: 'start', id: 'cmpl-9', model: 'gpt-3.5-turbo-instruct:20230824-v2' };
const done: CanonicalEvent = { type: 'done' };

describe('streams, cut at every byte', () => {
  test('text, how it ended, and usage', () => {
    expectEvents(completions, 'completions-text', [
      start,
      { type: 'text-delta', text: '\n\n天' },
      { type: 'text-delta', text: '气 ☀' },
      { type: 'finish', reason: 'length', raw: 'length' },
      {
        type: 'usage',
        usage: { input: 5, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 16, reasoning: 0 },
      },
      done,
    ]);
  });

  test('several answers at once, without usage: all of their text is there to be counted', () => {
    expectEvents(completions, 'completions-choices', [
      start,
      { type: 'text-delta', text: 'a' },
      { type: 'text-delta', text: 'b' },
      { type: 'finish', reason: 'stop', raw: 'stop' },
      { type: 'text-delta', text: 'c' },
      { type: 'finish', reason: 'stop', raw: 'stop' },
      done,
    ]);
  });

  test('an error among the pieces', () => {
    const events = replay(completions, recordedStream('openai', 'completions-error'));
    expect(events.slice(0, 2)).toEqual([start, { type: 'text-delta', text: 'Hel' }]);
    expect(events[2]).toMatchObject({
      type: 'error',
      failure: { status: 502, message: 'The server had an error', retryable: true },
    });
  });

  test('one that just stops has no end', () => {
    const events = replay(completions, recordedStream('openai', 'completions-cut'));
    expect(events.map(({ type }) => type)).toEqual(['start', 'text-delta', 'text-delta']);
  });
});

test('whole answers tell all texts, the first end and the usage', () => {
  expect(native.reader!.answer(recordedAnswer('openai', 'completions-answer'))).toEqual({
    id: 'cmpl-9',
    model: 'gpt-3.5-turbo-instruct:20230824-v2',
    parts: [
      { type: 'text', text: ' there' },
      { type: 'text', text: ' you' },
    ],
    finish: { reason: 'stop', raw: 'stop' },
    usage: { input: 1, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 32, reasoning: 0 },
  });
});

test.each([
  [{ error: { message: 'no', type: 'invalid_request_error', code: 'model_not_found' } }, 404],
  [{ id: 'cmpl-9' }, 502],
  ['text', 502],
])('%j is no answer', (body, status) => {
  expect(() => native.reader!.answer(body)).toThrow(UpstreamError);
  try {
    native.reader!.answer(body);
  } catch (error) {
    expect((error as UpstreamError).failure.status).toBe(status);
  }
});

const change: NativeChange = { model: 'up', stream: false, includeUsage: false, passThrough: false };
const sent = (body: string, overrides: Partial<NativeChange> = {}, override?: Record<string, unknown>) =>
  native
    .request(Buffer.from(body), { ...change, ...overrides }, targetOf({ path: '/v1/completions', override }))
    .body!.toString();

describe('requests', () => {
  test('only the model is another, every other byte stays', () => {
    const body = '{ "prompt" : [1,2 ,3], "model":"m",\t"echo":true,"x":{"y":1e2} }';
    expect(sent(body)).toBe(body.replace('"m"', '"up"'));
  });

  test('streams are asked for usage, other options stay', () => {
    expect(sent('{"model":"m","prompt":"a","stream":true}', { stream: true, includeUsage: true })).toBe(
      '{"model":"up","prompt":"a","stream":true,"stream_options":{"include_usage":true}}',
    );
    const request = '{"model":"m","prompt":"a","stream":true,"stream_options":{"x":1}}';
    expect(sent(request, { stream: true, includeUsage: true })).toContain(
      '"stream_options":{"x":1,"include_usage":true}',
    );
    expect(sent(request, { stream: true, passThrough: true })).toBe(request.replace('"m"', '"up"'));
  });

  test("the channel's own members replace the client's, but not whether it streams", () => {
    expect(
      sent('{"model":"m","prompt":"a","temperature":1}', {}, { temperature: 0, seed: 7, stream: true }),
    ).toBe('{"model":"up","prompt":"a","temperature":0,"seed":7}');
  });
});

test.each([
  [1, 'https://host', 'https://host/v1/completions'],
  [
    1,
    'https://gateway.ai.cloudflare.com/v1/a/g/openai',
    'https://gateway.ai.cloudflare.com/v1/a/g/openai/completions',
  ],
  [3, 'https://host', 'https://host/openai/deployments/m/completions?api-version=2024-12-01-preview'],
  [4, 'http://host', 'http://host/v1/completions'],
  [20, 'https://host/api', 'https://host/api/v1/completions'],
  [40, 'https://host', 'https://host/v1/completions'],
  [43, 'https://host', 'https://host/beta/completions'],
  [47, 'https://host', 'https://host/v1/completions'],
  [998, 'https://host', 'https://host/v1/completions'],
])('type %i has them: %s', (type, baseUrl, url) => {
  const codec = providerFor(type)!.native['openai-completions']!;
  const call = codec.request(
    Buffer.from('{"model":"m","prompt":"a"}'),
    { ...change, model: 'm' },
    targetOf({ type, baseUrl, path: '/v1/completions' }),
  );
  expect(call).toMatchObject({ method: 'POST', url });
});

test.each([8, 14, 17, 24, 25, 42])('type %i is asked in a conversation', (type) => {
  const provider = providerFor(type)!;
  expect(provider.native['openai-completions']).toBeUndefined();
  expect(provider.chat).toBeDefined();
});
