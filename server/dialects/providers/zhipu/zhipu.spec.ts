import { failureIn } from '../../../../test/dialects/failure-in.js';
import { readFileSync } from 'node:fs';
import { base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, recordedAnswer, replay } from '../../../../test/dialects/recorded.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import { EventDecoder } from './event-decoder.js';
import { signedToken } from './token.js';

const ZHIPU = 16;
const zhipu = providerOf(ZHIPU);
const question = (content: unknown) => ({ messages: [{ role: 'user', content }] });
const sent = (body: object) => bodyOf(written(ZHIPU, body));
const usage = { input: 10, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 20, reasoning: 0 };
const recorded = (name: string) => readFileSync(`test/fixtures/providers/zhipu/${name}.events`);

/** The events of a stream that arrives in the pieces given by the cuts. */
function decoded(bytes: Buffer, ...cuts: number[]): CanonicalEvent[] {
  const decoder = new EventDecoder();
  const pieces = [0, ...cuts].map((from, index) => decoder.push(bytes.subarray(from, cuts[index])));
  decoder.end();
  return replay(zhipu, Buffer.concat(pieces));
}

/** Whole, with CRLF, byte by byte and cut in two at every place: the same events. */
function expectDecoded(name: string, expected: CanonicalEvent[]): void {
  const bytes = recorded(name);
  expect(decoded(bytes)).toEqual(expected);
  expect(decoded(Buffer.from(bytes.toString().replaceAll('\n', '\r\n')))).toEqual(expected);
  expect(decoded(bytes, ...bytes.keys())).toEqual(expected);
  for (let cut = 1; cut < bytes.length; cut++) expect(decoded(bytes, cut)).toEqual(expected);
}

describe('tokens', () => {
  test('are signed with the secret of the key, with times in milliseconds', () => {
    const token = signedToken('exampleid.examplesecret', new Date(1_700_000_000_000));
    expect(token).toBe(
      'eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04iLCJ0eXAiOiJKV1QifQ.' +
        'eyJhcGlfa2V5IjoiZXhhbXBsZWlkIiwiZXhwIjoxNzAwMDg2NDAwMDAwLCJ0aW1lc3RhbXAiOjE3MDAwMDAwMDAwMDB9.' +
        'ONGHdB9jswp1dLbafZJfRuiiaRQrQBEt2E5MTvlcfOM',
    );
  });

  test('are sent without the key', async () => {
    const call = written(ZHIPU, question('q'), { key: 'id.secret' });
    expect(JSON.stringify([call.headers, bodyOf(call)])).not.toContain('secret');
    const now = new Date();
    expect(await call.sign!(call, now)).toEqual({ authorization: signedToken('id.secret', now) });
  });

  test.each(['', 'id', 'id.', '.secret', 'a.b.c'])('need a key of two parts, not %j', (key) => {
    expect(failureIn(() => signedToken(key, new Date()))).toMatchObject({ status: 401, disables: true });
  });
});

describe('requests', () => {
  test('a conversation', () => {
    const call = translated(
      ZHIPU,
      {
        system: 'Be brief.',
        messages: [
          { role: 'user', content: 'q' },
          { role: 'assistant', content: 'a' },
        ],
        temperature: 0.5,
      },
      { model: 'chatglm_turbo' },
    );
    expect(call).toMatchObject({
      method: 'POST',
      url: `${base}/api/paas/v3/model-api/chatglm_turbo/invoke`,
      headers: { accept: 'application/json' },
    });
    expect(call.decoder).toBeUndefined();
    expect(bodyOf(call)).toEqual({
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Okay' },
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
        { role: 'user', content: '...' },
      ],
      temperature: 0.5,
    });
  });

  test('a stream, whose errors are JSON', () => {
    const call = written(ZHIPU, { ...question('q'), stream: true }, { model: 'chatglm_std' });
    expect(call.url).toBe(`${base}/api/paas/v3/model-api/chatglm_std/sse-invoke`);
    expect(bodyOf(call)).toEqual({ prompt: [{ role: 'user', content: 'q' }], incremental: true });
    expect(call.decoder!({ 'content-type': 'application/json;charset=UTF-8' })).toBeUndefined();
    expect(call.decoder!({ 'content-type': 'text/event-stream' })).toBeInstanceOf(EventDecoder);
  });

  test.each([
    [{ temperature: 0 }, { temperature: 0.01 }],
    [{ temperature: 2 }, { temperature: 1 }],
    [{ top_p: 0 }, { top_p: 0.01 }],
    [{ top_p: 1 }, { top_p: 0.99 }],
  ])('%j is sent as %j', (fields, expected) => {
    expect(sent({ ...question('q'), ...fields })).toMatchObject(expected);
  });

  test.each([
    ['tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
    ['response_format', { response_format: { type: 'json_object' } }],
    ['logprobs', { logprobs: true }],
    ['images', question([{ type: 'image_url', image_url: { url: 'https://a.example/x.png' } }])],
  ])('%s: refused', (name, fields) => {
    expect(() => sent({ ...question('q'), ...fields })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', message: expect.stringContaining(name) }),
    );
  });
});

describe('streams', () => {
  test('text in which blanks and lines count, with usage at the end', () => {
    expectDecoded('text', [
      { type: 'start', id: '8065132413241234', model: '' },
      { type: 'text-delta', text: ' Hello' },
      { type: 'text-delta', text: ',\n\n世界' },
      { type: 'text-delta', text: '\n' },
      { type: 'text-delta', text: ' .' },
      { type: 'usage', usage },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ]);
  });

  test('interrupted, without usage', () => {
    expectDecoded('interrupted', [
      { type: 'start', id: '1', model: '' },
      { type: 'text-delta', text: 'So' },
      { type: 'finish', reason: 'content-filter', raw: 'interrupted' },
      { type: 'done' },
    ]);
  });

  test('an error', () => {
    expectDecoded('failed', [
      { type: 'start', id: '1', model: '' },
      { type: 'text-delta', text: 'So' },
      {
        type: 'error',
        failure: {
          status: 502,
          message: 'internal error',
          kind: 'zhipu_error',
          code: 'bad_response_status_code',
          retryable: true,
          disables: false,
        },
      },
    ]);
  });

  test('the last blank line may be missing, but nothing else', () => {
    const bytes = recorded('text');
    expect(decoded(bytes.subarray(0, -1))).toEqual(decoded(bytes));
    expect(() => decoded(bytes.subarray(0, -2))).toThrow(SyntaxError);
    expect(() => decoded(bytes.subarray(0, bytes.indexOf('meta')))).toThrow(SyntaxError);
    expect(() => decoded(Buffer.from('event:finish\nmeta:{broken\n'))).toThrow(SyntaxError);
    expect(decoded(Buffer.from(': comment\n\nretry: 1\n\n'))).toEqual([]);
  });
});

describe('complete responses', () => {
  test('an answer, which is quoted', () => {
    expect(zhipu.chat!.answer(recordedAnswer('zhipu', 'text'))).toEqual({
      id: '75931252186628',
      model: '',
      parts: [{ type: 'text', text: ' Hello\n"world"' }],
      finish: { reason: 'stop' },
      usage,
    });
  });

  test.each([
    ['plain', 'plain'],
    ['"a\nb"', 'a\nb'],
    ['"', '"'],
    ['12', '12'],
  ])('the content %j', (content, expected) => {
    const { parts, usage: none } = zhipu.chat!.answer({ success: true, data: { choices: [{ content }] } });
    expect(parts).toEqual([{ type: 'text', text: expected }]);
    expect(none).toBeUndefined();
  });

  test.each([[{ success: true, data: {} }], [{ data: { task_status: 'FAIL' } }], [undefined]])(
    '%j is none',
    (body) => {
      expect(failureIn(() => zhipu.chat!.answer(body))).toMatchObject({ code: 'invalid_response' });
    },
  );
});

test.each([
  [1002, { status: 401, retryable: true, disables: true }],
  [1113, { status: 429, retryable: true, disables: true }],
  [1211, { status: 404, disables: false }],
  [1214, { status: 400, retryable: false }],
  [1261, { status: 400, tooLong: true, retryable: false }],
  [1301, { status: 400, retryable: false, disables: false }],
  [1302, { status: 429, retryable: true, disables: false }],
  [9999, { status: 502, retryable: true, disables: false }],
])('error %i inside a 200', (code, expected) => {
  const failure = failureIn(() => zhipu.chat!.answer({ code, msg: 'no', success: false }));
  expect(failure).toMatchObject({ message: 'no', kind: 'zhipu_error', code: String(code), ...expected });
});

test('an error with a status', () => {
  const body = JSON.stringify({ code: 1302, msg: 'busy', success: false });
  expect(zhipu.readError(500, { 'retry-after': '4' }, body)).toMatchObject({
    status: 429,
    message: 'busy',
    retryAfterSeconds: 4,
  });
});
