import { base, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import { bodyOf, replay } from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { UpstreamError } from '../../canonical/failure.js';
import { definitionOf } from '../registry.js';

const PALM = 11;
const palm = providerOf(PALM);

test('a conversation is a list of messages of two authors', () => {
  const call = written(PALM, {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: [{ type: 'text', text: 'three' }] },
    ],
    temperature: 0.5,
    top_p: 0.9,
    max_tokens: 100,
    stream: true,
  });
  expect(call).toMatchObject({
    method: 'POST',
    url: `${base}/v1beta2/models/chat-bison-001:generateMessage`,
  });
  expect(call.headers['x-goog-api-key']).toBe('sk-key');
  expect(bodyOf(call)).toEqual({
    prompt: {
      context: 'Be brief.',
      messages: [
        { author: '0', content: 'one' },
        { author: '1', content: 'two' },
        { author: '0', content: 'three' },
      ],
    },
    temperature: 0.5,
    topP: 0.9,
  });
});

test('top_k and the channel’s override are sent', () => {
  expect(bodyOf(translated(PALM, { top_k: 7 }, { override: { candidateCount: 2 } }))).toEqual({
    prompt: { messages: [{ author: '0', content: 'q' }] },
    topK: 7,
    candidateCount: 2,
  });
});

test.each([
  [{ tools: [{ name: 'f', input_schema: { type: 'object' } }] }],
  [
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }],
        },
      ],
    },
  ],
])('%j is refused', (fields) => {
  expect(() => translated(PALM, fields)).toThrow(ApiError);
});

test('a candidate is the answer; its usage is estimated', () => {
  const body = {
    candidates: [{ author: '1', content: 'Hello.' }],
    messages: [{ author: '0', content: 'q' }],
  };
  expect(palm.chat!.answer(body)).toEqual({
    id: '',
    model: '',
    parts: [{ type: 'text', text: 'Hello.' }],
    finish: { reason: 'stop' },
    usage: undefined,
  });
  expect(replay(palm, Buffer.from(`data: ${JSON.stringify(body)}\n\n`))).toEqual(
    expect.arrayContaining([
      { type: 'text-delta', text: 'Hello.' },
      { type: 'finish', reason: 'stop' },
    ]),
  );
});

test.each([
  [
    { filters: [{ reason: 'SAFETY', message: 'blocked' }] },
    { status: 400, code: 'content_filter', retryable: false },
  ],
  [{ filters: [{ reason: 'SAFETY' }] }, { message: 'the prompt was blocked: SAFETY' }],
  [{}, { status: 502, code: 'invalid_response', retryable: true }],
  [{ error: { code: 429, message: 'slow', status: 'RESOURCE_EXHAUSTED' } }, { status: 429, retryable: true }],
])('%j is a failure', (body, expected) => {
  try {
    palm.chat!.answer(body);
    throw new Error('no failure');
  } catch (problem) {
    expect((problem as UpstreamError).failure).toMatchObject(expected);
  }
});

test('errors have Google’s form', () => {
  const body = JSON.stringify({ error: { code: 403, message: 'no', status: 'PERMISSION_DENIED' } });
  expect(palm.readError(403, {}, body)).toMatchObject({ status: 403, disables: true });
});

test('is not offered for new channels', () => {
  expect(definitionOf(PALM)).toMatchObject({ legacy: true, retired: true });
});
