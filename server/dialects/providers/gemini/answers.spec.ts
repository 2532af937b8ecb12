import type { CanonicalEvent } from '../../canonical/events.js';
import { foldEvents } from '../../canonical/fold.js';
import { inputTotal, noUsage, outputTotal, type Usage } from '../../canonical/usage.js';
import { readAnswer } from './answer.js';
import { innerError, readError } from './errors.js';
import { models } from './models.js';
import { readStream } from './stream.js';
import { readUsage } from './usage.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { recordedAnswer, recordedStream, targetOf } from '../../../../test/dialects/recorded.js';

type BlockedAs = Parameters<typeof readStream>[0];

function events(bytes: Buffer, cuts: Iterable<number> = [], blocked: BlockedAs = 'answer'): CanonicalEvent[] {
  const sse = new SseReader();
  const read = readStream(blocked);
  const events: CanonicalEvent[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    for (const frame of sse.push(bytes.subarray(from, cut))) events.push(...read(frame));
    from = cut;
  }
  for (const frame of sse.flush()) events.push(...read(frame));
  return events;
}

const recorded = (name: string, blocked?: BlockedAs) => events(recordedStream('gemini', name), [], blocked);
const withoutUsage = (all: CanonicalEvent[]) => all.filter(({ type }) => type !== 'usage');
const answerOf = (body: unknown, blocked: BlockedAs = 'answer') => readAnswer(blocked)(body);

test('a stream of everything, whole, with CRLF, byte by byte and cut in two at every place', () => {
  const expected: CanonicalEvent[] = [
    { type: 'start', id: 'mAIVaZ3', model: 'gemini-3-pro-preview' },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'text-delta', text: '天气 ' },
    { type: 'text-delta', text: '☀' },
    { type: 'tool-start', index: 0, id: 'call_mAIVaZ3_0', name: 'f', signature: 'c2lnbmVk' },
    { type: 'tool-delta', index: 0, text: '{"a":1}' },
    { type: 'tool-start', index: 1, id: 'own', name: 'g' },
    { type: 'tool-delta', index: 1, text: '{}' },
    { type: 'finish', reason: 'tool-calls', raw: 'STOP' },
  ];
  const bytes = recordedStream('gemini', 'everything');
  expect(withoutUsage(events(bytes))).toEqual(expected);
  expect(foldEvents(events(bytes)).usage).toEqual({ ...noUsage(), input: 12, output: 9, reasoning: 9 });
  const whole = JSON.stringify(events(bytes));
  expect(JSON.stringify(events(Buffer.from(bytes.toString().replaceAll('\n', '\r\n'))))).toBe(whole);
  expect(JSON.stringify(events(bytes, bytes.keys()))).toBe(whole);
  for (let cut = 1; cut < bytes.length; cut++) expect(JSON.stringify(events(bytes, [cut]))).toBe(whole);
});

test('code that was run is shown, searches are counted, what tools put into the prompt is input', () => {
  const answer = foldEvents(recorded('search'));
  expect(answer.parts).toEqual([
    { type: 'text', text: '\n```python\nprint(1)\n```\n\n```output\n1\n```\nFound.' },
  ]);
  expect(answer.usage).toEqual({
    ...noUsage(),
    input: 45,
    output: 3,
    more: { tools: { google_search: 2 } },
  });
});

test('a stream without a finish has none', () => {
  expect(recorded('no-finish').some(({ type }) => type === 'finish' || type === 'done')).toBe(false);
});

test('a stream without usage tells none', () => {
  expect(foldEvents(recorded('no-usage'))).toMatchObject({
    finish: { reason: 'length', raw: 'MAX_TOKENS' },
    usage: undefined,
  });
});

test('an error event', () => {
  expect(recorded('error').at(-1)).toEqual({
    type: 'error',
    failure: expect.objectContaining({
      status: 503,
      message: 'The model is overloaded.',
      kind: 'UNAVAILABLE',
      retryable: true,
    }),
  });
});

test('a blocked prompt is an answer without words, or an error, as wanted', () => {
  expect(recorded('blocked').at(-1)).toEqual({
    type: 'finish',
    reason: 'content-filter',
    raw: 'SAFETY',
  });
  expect(recorded('blocked', 'error').at(-1)).toMatchObject({
    type: 'error',
    failure: { status: 400, code: 'content_filter', retryable: false },
  });
  const body = { promptFeedback: { blockReason: 'OTHER' } };
  expect(answerOf(body)).toMatchObject({ parts: [], usage: noUsage() });
  expect(() => answerOf(body, 'error')).toThrow('the prompt was blocked: OTHER');
});

test('a malformed event throws a SyntaxError', () => {
  expect(() => readStream('answer')({ name: 'message', data: '{"candidates":[' })).toThrow(SyntaxError);
});

describe('a whole answer', () => {
  const body = recordedAnswer('gemini', 'answer');

  test('parts of every kind, arguments untouched', () => {
    expect(answerOf(body)).toMatchObject({
      id: 'mAIVaZ3',
      model: 'gemini-3-pro-preview',
      parts: [
        { type: 'reasoning', text: 'Hm' },
        { type: 'text', text: 'see![image](data:image/png;base64,AAAA)' },
        {
          type: 'tool-call',
          id: 'call_mAIVaZ3_0',
          name: 'f',
          arguments: '{"x":"\\"q\\" \\\\n"}',
          signature: 'c2lnbmVk',
        },
      ],
      finish: { reason: 'tool-calls', raw: 'STOP' },
    });
  });

  test('classes of tokens are disjoint, their sums are the vendor’s (vector G15)', () => {
    const usage = answerOf(body).usage as Usage;
    expect(usage).toEqual({
      ...noUsage(),
      input: 600,
      cacheRead: 150,
      output: 40,
      reasoning: 700,
      more: { audioCacheRead: 50, audioInput: 150, imageInput: 100, imageOutput: 260 },
    });
    expect(inputTotal(usage)).toBe(1050);
    expect(outputTotal(usage)).toBe(1000);
  });

  test('a list is a stream that lost alt=sse', () => {
    const piece = (text: string, finishReason?: string) => ({
      candidates: [{ content: { parts: [{ text }] }, finishReason }],
    });
    expect(answerOf([piece('a'), piece('b', 'STOP')])).toMatchObject({
      parts: [{ type: 'text', text: 'ab' }],
      finish: { reason: 'stop' },
    });
  });

  test.each([
    [{}, 'No candidates returned'],
    [{ candidates: [] }, 'No candidates returned'],
    ['text', 'the answer is not of this API'],
    [{ error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' } }, 'slow down'],
    [[{ error: { code: 500, message: 'inside a list' } }], 'inside a list'],
  ])('%j is none', (answer, message) => {
    expect(() => answerOf(answer)).toThrow(message);
  });

  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
  ])('finish %s', (finishReason, reason) => {
    const candidates = [{ content: { parts: [{ text: 'a' }] }, finishReason }];
    expect(answerOf({ candidates }).finish).toEqual({ reason, raw: finishReason });
  });
});

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ totalTokenCount: 3 }, undefined],
  [{ promptTokenCount: 3 }, { input: 3, cacheRead: 0, output: 0, reasoning: 0 }],
  [
    { promptTokenCount: 3, cachedContentTokenCount: 9, candidatesTokenCount: 1 },
    { input: 0, cacheRead: 3, output: 1, reasoning: 0 },
  ],
  [
    { promptTokenCount: 3, promptTokensDetails: [{ modality: 'AUDIO', tokenCount: 9 }] },
    { input: 0, cacheRead: 0, output: 0, reasoning: 0, more: { audioInput: 3 } },
  ],
])('usage %j never counts anything twice', (reported, usage) => {
  expect(readUsage(reported)).toEqual(usage);
});

describe('errors', () => {
  const body = (error: object) => JSON.stringify({ error });

  test('a bad key is 401, whatever its status', () => {
    const error = {
      code: 400,
      message: 'API key not valid.',
      status: 'INVALID_ARGUMENT',
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }],
    };
    expect(readError(400, {}, body(error))).toEqual({
      status: 401,
      message: 'API key not valid.',
      kind: 'INVALID_ARGUMENT',
      code: 'API_KEY_INVALID',
      reported: { code: 'API_KEY_INVALID', param: null },
      details: error.details,
      retryable: true,
      disables: true,
    });
  });

  test('403 sets the channel aside', () => {
    expect(readError(403, {}, body({ code: 403, status: 'PERMISSION_DENIED' })).disables).toBe(true);
  });

  test('when to come back', () => {
    const error = { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '34.5s' }] };
    expect(readError(429, {}, body(error)).retryAfterSeconds).toBe(34.5);
    expect(readError(429, { 'retry-after': '7' }, body(error)).retryAfterSeconds).toBe(7);
    expect(readError(429, {}, `[${body(error)}]`)).toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
  });

  test('pages of proxies', () => {
    expect(readError(502, {}, '<html>')).toMatchObject({
      message: 'bad response status code 502',
      code: 'bad_response_status_code',
      retryable: true,
    });
  });

  test('inside a good answer the word gives the status', () => {
    expect(innerError({ error: { status: 'DEADLINE_EXCEEDED' } })).toMatchObject({
      status: 504,
      retryable: false,
    });
    expect(innerError({ error: 'broken' })).toMatchObject({ status: 502, message: 'broken' });
    expect(innerError({ error: null, candidates: [] })).toBeUndefined();
  });
});

test('the vendor’s models, those of use', () => {
  expect(models.request(targetOf(), {}).url).toBe('https://upstream.example/v1beta/models?pageSize=1000');
  expect(
    models.read({
      models: [
        { name: 'models/gemini-2.5-pro', supportedGenerationMethods: ['generateContent', 'countTokens'] },
        { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
        { name: 'models/aqa', supportedGenerationMethods: ['generateAnswer'] },
        {},
      ],
    }),
  ).toEqual(['gemini-2.5-pro', 'gemini-embedding-001']);
});
