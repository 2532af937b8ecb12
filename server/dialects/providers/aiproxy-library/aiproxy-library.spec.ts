import { base, bearer, providerOf, translated, written } from '../../../../test/dialects/provider-calls.js';
import {
  bodyOf,
  expectEvents,
  recordedAnswer,
  recordedStream,
  replay,
} from '../../../../test/dialects/recorded.js';
import { ApiError } from '../../../contract/errors/api-error.js';
import { definitionOf } from '../registry.js';

const LIBRARY = 21;
const library = providerOf(LIBRARY);

test('the last message is the question to the knowledge base', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
    { role: 'user', content: [{ type: 'text', text: 'three' }] },
  ];
  const call = written(LIBRARY, { messages }, { other: '123456', override: { stream: true, topK: 2 } });
  expect(call).toMatchObject({ method: 'POST', url: `${base}/api/library/ask`, headers: bearer });
  expect(bodyOf(call)).toEqual({
    model: 'm',
    query: 'three',
    libraryId: '123456',
    stream: false,
    topK: 2,
  });
  expect(bodyOf(translated(LIBRARY, { stream: true }))).toMatchObject({ query: 'q', stream: true });
});

test.each([
  { tools: [{ type: 'function', function: { name: 'f' } }] },
  {
    messages: [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://i.example/a.png' } }] },
    ],
  },
])('%j is refused', (fields) => {
  const body = { messages: [{ role: 'user', content: 'q' }], ...fields };
  expect(() => written(LIBRARY, body)).toThrow(ApiError);
});

const sources =
  '\n\n参考文档：\n1. [Gates](https://example.com/gates)\n2. [Tolls](https://example.com/tolls)\n';

test('documents follow the answer', () => {
  expect(library.chat!.answer(recordedAnswer('aiproxy-library', 'answer'))).toEqual({
    id: '',
    model: '',
    parts: [{ type: 'text', text: `A gate.${sources}` }],
    finish: { reason: 'stop' },
    usage: undefined,
  });
  expect(library.chat!.answer({ success: true, answer: 'A gate.', errCode: 0 }).parts).toEqual([
    { type: 'text', text: 'A gate.' },
  ]);
});

test('a stream', () => {
  expectEvents(library, 'text', [
    { type: 'start', id: '', model: 'gpt-3.5-turbo' },
    { type: 'text-delta', text: 'A ' },
    { type: 'text-delta', text: 'gate ☀.' },
    { type: 'text-delta', text: sources },
    { type: 'finish', reason: 'stop' },
    { type: 'done' },
  ]);
});

test('a stream that fails, and one that was cut', () => {
  const events = (name: string) => replay(library, recordedStream('aiproxy-library', name));
  expect(events('error').at(-1)).toMatchObject({
    type: 'error',
    failure: { status: 502, message: 'broken' },
  });
  expect(events('cut').map(({ type }) => type)).toEqual(['start', 'text-delta']);
});

test.each<[object, object]>([
  [
    { success: false, errCode: 1001, message: 'no such library' },
    { status: 502, message: 'no such library' },
  ],
  [
    { success: true, errCode: 401, message: 'bad key' },
    { status: 401, disables: true },
  ],
  [{ success: false }, { status: 502, retryable: true }],
  [{ success: true }, { status: 502, code: 'invalid_response' }],
])('%j is no answer', (body, failure) => {
  expect(() => library.chat!.answer(body)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining(failure) as object }) as Error,
  );
});

test('an error with its status', () => {
  expect(library.readError(401, {}, '{"success":false,"message":"bad key"}')).toMatchObject({
    status: 401,
    message: 'bad key',
    disables: true,
  });
});

test('it is not offered for new channels', () => {
  expect(definitionOf(LIBRARY)).toMatchObject({ legacy: true, retired: true });
});
