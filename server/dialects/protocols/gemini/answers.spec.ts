import type { CanonicalResponse, CanonicalEvent } from '../../canonical/events.js';
import { foldEvents, unfoldAnswer } from '../../canonical/fold.js';
import { mergeUsage, noUsage, type Usage } from '../../canonical/usage.js';
import { anthropic } from '../../providers/anthropic/index.js';
import { openai } from '../../providers/openai.js';
import { gemini } from './index.js';
import type { RenderContext } from '../protocol.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { recordedStream, replay } from '../../../../test/dialects/recorded.js';

const context: RenderContext = { model: 'asked', createdAt: 1700000000, includeUsage: true, inputTokens: 11 };

interface Rendered {
  candidates: { content: { parts: object[]; role: string }; finishReason?: string; index: number }[];
  usageMetadata?: object;
  modelVersion: string;
  responseId: string;
}

function usageOf(events: CanonicalEvent[]): Usage {
  const usage = noUsage();
  for (const event of events) if (event.type === 'usage') mergeUsage(usage, event.usage);
  return usage;
}

/** What the client receives for these events. */
function streamed(events: CanonicalEvent[]): Rendered[] {
  const renderer = gemini.stream(context);
  const text = events.map((event) => renderer.event(event)).join('') + renderer.end(usageOf(events));
  return new SseReader().push(Buffer.from(text)).map(({ data }) => JSON.parse(data) as Rendered);
}

const partsOf = (chunks: Rendered[]) => chunks.flatMap(({ candidates }) => candidates[0]!.content.parts);

test('an Anthropic stream: thoughts with their proof, whole calls, one finish', () => {
  const chunks = streamed(replay(anthropic, recordedStream('anthropic', 'everything')));
  expect(partsOf(chunks)).toEqual([
    { text: 'Hm', thought: true },
    { text: '', thought: true, thoughtSignature: 'abc' },
    { text: '天气 ☀' },
    { functionCall: { id: 'toolu_1', name: 'f', args: { a: 1 } } },
    { functionCall: { id: 'toolu_2', name: 'g', args: {} } },
  ]);
  for (const [index, { candidates, modelVersion, responseId, usageMetadata }] of chunks.entries()) {
    const isLast = index === chunks.length - 1;
    expect(candidates).toHaveLength(1);
    expect(candidates[0]).toMatchObject({ index: 0, content: { role: 'model' } });
    expect(candidates[0]!.finishReason).toBe(isLast ? 'STOP' : undefined);
    expect(usageMetadata !== undefined).toBe(isLast);
    expect(responseId).toBe('msg_1');
    expect(modelVersion).toBe(chunks[0]!.modelVersion);
  }
});

test('interleaved parallel calls of an OpenAI stream are sent complete and in order', () => {
  const calls = partsOf(streamed(replay(openai, recordedStream('openai', 'parallel-tools'))));
  const events = replay(openai, recordedStream('openai', 'parallel-tools'));
  const expected = foldEvents(events).parts.map((part) =>
    part.type === 'tool-call'
      ? {
          functionCall: { id: part.id, name: part.name, args: JSON.parse(part.arguments || '{}') as unknown },
        }
      : { text: 'text' in part ? part.text : '' },
  );
  expect(calls.filter((part) => 'functionCall' in part)).toEqual(
    expected.filter((part) => 'functionCall' in part),
  );
});

test('a call is not sent before its arguments are complete, wherever they are split', () => {
  const renderer = gemini.stream(context);
  const tell = (event: CanonicalEvent) => renderer.event(event);
  expect(tell({ type: 'tool-start', index: 0, id: 'a', name: 'f', signature: 'c2ln' })).toBe('');
  expect(tell({ type: 'tool-delta', index: 0, text: '{"x":{}' })).toBe('');
  expect(tell({ type: 'tool-start', index: 1, id: 'b', name: 'g' })).toBe('');
  expect(tell({ type: 'tool-delta', index: 1, text: '{}' })).toBe('');
  expect(tell({ type: 'tool-delta', index: 0, text: '}' })).toBe('');
  const frame = tell({ type: 'text-delta', text: 'then' });
  expect(partsOf([JSON.parse(frame.slice(6)) as Rendered])).toEqual([
    { functionCall: { id: 'a', name: 'f', args: { x: {} } }, thoughtSignature: 'c2ln' },
    { functionCall: { id: 'b', name: 'g', args: {} } },
    { text: 'then' },
  ]);
});

test('arguments that are no JSON become none', () => {
  const chunks = streamed([
    { type: 'tool-start', index: 0, id: 'a', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{"x":' },
    { type: 'finish', reason: 'tool-calls' },
  ]);
  expect(partsOf(chunks)).toEqual([{ functionCall: { id: 'a', name: 'f', args: {} } }]);
});

test('an answer of nothing still has a content, a finish and names', () => {
  expect(streamed([])).toEqual([
    {
      candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
      modelVersion: 'asked',
      responseId: 'response-1700000000',
    },
  ]);
});

const answer: CanonicalResponse = {
  id: 'id-1',
  model: 'served',
  parts: [
    { type: 'reasoning', text: 'Hm', signature: 'c2ln' },
    { type: 'reasoning-redacted', data: 'ZGF0YQ==' },
    { type: 'text', text: 'ok' },
    { type: 'refusal', text: 'no' },
    { type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}', signature: 'c2ln' },
  ],
  finish: { reason: 'tool-calls' },
  usage: {
    ...noUsage(),
    input: 70,
    cacheRead: 20,
    cacheWrite5m: 10,
    output: 5,
    reasoning: 7,
    more: { audioInput: 4, imageOutput: 6 },
  },
};

test('a whole answer', () => {
  expect(gemini.answer(answer, context)).toEqual({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'Hm', thought: true, thoughtSignature: 'c2ln' },
            { text: '', thought: true, thoughtSignature: 'EncryptedThoughtZGF0YQ==' },
            { text: 'ok' },
            { text: 'no' },
            { functionCall: { id: 'c', name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' },
          ],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: 104,
      candidatesTokenCount: 11,
      totalTokenCount: 122,
      cachedContentTokenCount: 20,
      thoughtsTokenCount: 7,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 100 },
        { modality: 'AUDIO', tokenCount: 4 },
      ],
      candidatesTokensDetails: [
        { modality: 'TEXT', tokenCount: 5 },
        { modality: 'IMAGE', tokenCount: 6 },
      ],
    },
    modelVersion: 'served',
    responseId: 'id-1',
  });
});

test('a whole answer and the same one streamed are the same parts', () => {
  const [whole] = (gemini.answer(answer, context) as Rendered).candidates;
  const withText = partsOf(streamed(unfoldAnswer(answer))).filter(
    (part) => JSON.stringify(part) !== '{"text":""}',
  );
  // In a stream, the signature of reasoning follows its text as a separate part.
  expect(withText.slice(2)).toEqual(whole!.content.parts.slice(1));
  expect(withText.slice(0, 2)).toEqual([
    { text: 'Hm', thought: true },
    { text: '', thought: true, thoughtSignature: 'c2ln' },
  ]);
});

test('what the client sends back equals what it received', () => {
  const { candidates } = gemini.answer(answer, context) as Rendered;
  const body = { contents: [{ role: 'user', parts: [{ text: 'q' }] }, candidates[0]!.content] };
  const back = gemini.parse(Buffer.from(JSON.stringify(body)), '/v1beta/models/m:generateContent');
  expect(back.turns[1]!.parts).toEqual([
    { type: 'reasoning', text: 'Hm', signature: 'c2ln' },
    { type: 'reasoning-redacted', data: 'ZGF0YQ==' },
    { type: 'text', text: 'okno' },
    { type: 'tool-call', id: 'c', name: 'f', arguments: '{"a":1}', signature: 'c2ln' },
  ]);
});

test.each([
  [{ reason: 'stop', raw: 'end_turn' }, 'STOP'],
  [{ reason: 'length', raw: 'max_tokens' }, 'MAX_TOKENS'],
  [{ reason: 'tool-calls', raw: 'tool_calls' }, 'STOP'],
  [{ reason: 'content-filter', raw: 'refusal' }, 'SAFETY'],
  [{ reason: 'content-filter', raw: 'RECITATION' }, 'RECITATION'],
  [{ reason: 'stop', raw: 'COMPLETE' }, 'STOP'],
  [{ reason: 'content-filter', raw: 'ERROR_TOXIC' }, 'SAFETY'],
] as const)('the finish reason %j is sent as %s', (finish, word) => {
  const { candidates } = gemini.answer({ ...answer, finish }, context) as Rendered;
  expect(candidates[0]!.finishReason).toBe(word);
});

test.each([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [413, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'UNAVAILABLE'],
])('status %d is sent as %s, in a body and in a stream', (status, word) => {
  const error = { status, message: 'm', code: 'c', kind: 'new_api_error' };
  const body = { error: { code: status, message: 'm', status: word } };
  expect(gemini.error(error)).toEqual(body);
  expect(gemini.streamError(error)).toBe(`data: ${JSON.stringify(body)}\n\n`);
});
