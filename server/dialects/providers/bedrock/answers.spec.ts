import { eventStream, recordedMessages } from '../../../../test/dialects/event-stream.js';
import { recordedAnswer, targetOf } from '../../../../test/dialects/recorded.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import type { CanonicalEvent } from '../../canonical/events.js';
import { UpstreamError } from '../../canonical/failure.js';
import { foldEvents } from '../../canonical/fold.js';
import { noUsage } from '../../canonical/usage.js';
import { providerFor, providerForModel } from '../registry.js';
import { ADDRESS } from './call.js';

const MODEL = 'amazon.nova-lite-v1:0';
const provider = providerForModel(33, MODEL)!;
const chat: CanonicalChat = {
  model: MODEL,
  system: [],
  turns: [{ role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
  tools: [],
  stream: true,
  includeUsage: true,
};
const target = targetOf({ type: 33, baseUrl: ADDRESS, key: 'a|b|us-east-1', model: MODEL });

/** The events of a stream that arrives in the pieces given by the cuts. */
function replay(bytes: Buffer, ...cuts: number[]): CanonicalEvent[] {
  const decoder = provider.chat!.request(chat, target).decoder!({
    'content-type': 'application/vnd.amazon.eventstream',
  })!;
  const sse = new SseReader();
  const read = provider.chat!.stream();
  const events: CanonicalEvent[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    const decoded = decoder.push(bytes.subarray(from, cut));
    for (const frame of sse.push(decoded)) events.push(...read(frame));
    from = cut;
  }
  decoder.end();
  return events;
}

/** Whole, byte by byte and cut in two at every place: the same events. */
function expectEvents(name: string, expected: CanonicalEvent[]): void {
  const bytes = eventStream(recordedMessages(name));
  expect(replay(bytes)).toEqual(expected);
  expect(replay(bytes, ...bytes.keys())).toEqual(expected);
  const whole = JSON.stringify(replay(bytes));
  for (let cut = 1; cut < bytes.length; cut++) expect(JSON.stringify(replay(bytes, cut))).toBe(whole);
}

const start: CanonicalEvent = { type: 'start', id: '', model: '' };

test('a stream with text', () => {
  expectEvents('text', [
    start,
    { type: 'text-delta', text: 'Hello' },
    { type: 'text-delta', text: ' wörld' },
    { type: 'finish', reason: 'stop', raw: 'end_turn' },
    { type: 'usage', usage: { input: 47, output: 20 } },
  ]);
});

test('a stream with reasoning and tool calls, whose usage comes before its end', () => {
  expectEvents('tools', [
    start,
    { type: 'reasoning-delta', text: 'Let me' },
    { type: 'reasoning-delta', text: ' think.' },
    { type: 'reasoning-signature', signature: 'c2ln' },
    { type: 'text-delta', text: 'Two calls.' },
    { type: 'tool-start', index: 0, id: 'tooluse_1', name: 'top_song' },
    { type: 'tool-delta', index: 0, text: '{"sign":' },
    { type: 'tool-delta', index: 0, text: '"WZPZ"}' },
    { type: 'tool-start', index: 1, id: 'tooluse_2', name: 'now' },
    {
      type: 'usage',
      usage: { input: 10, output: 9, cacheRead: 8, cacheWrite5m: 7, cacheWrite1h: 0, serviceTier: 'flex' },
    },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_use' },
  ]);
});

test('a stream without usage that a guardrail ended', () => {
  expectEvents('no-usage', [
    start,
    { type: 'text-delta', text: 'Hi' },
    { type: 'finish', reason: 'content-filter', raw: 'guardrail_intervened' },
  ]);
});

test('hidden reasoning is kept, tools that run at AWS are left out', () => {
  expectEvents('redacted', [
    start,
    { type: 'reasoning-redacted', data: 'b3BhcXVl' },
    { type: 'working' },
    { type: 'text-delta', text: 'So.' },
    { type: 'finish', reason: 'length', raw: 'max_tokens' },
    { type: 'usage', usage: { input: 1, output: 2 } },
  ]);
});

test('an exception inside a stream', () => {
  expect(replay(eventStream(recordedMessages('error'))).at(-1)).toMatchObject({
    type: 'error',
    failure: { status: 424, kind: 'ModelStreamErrorException', retryable: true, disables: false },
  });
  const throttled = replay(eventStream([['!throttlingException', { message: 'slow down' }]]));
  expect(throttled).toMatchObject([
    { type: 'error', failure: { status: 429, message: 'slow down', retryable: true } },
  ]);
  const rejected = replay(
    eventStream([['!validationException', { message: 'Input is too long for requested model.' }]]),
  );
  expect(rejected).toMatchObject([
    { type: 'error', failure: { status: 400, tooLong: true, retryable: false } },
  ]);
});

test('payloads with line breaks and unknown events', () => {
  const bytes = eventStream([['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'a\nb' } }]]);
  expect(replay(bytes)).toEqual([{ type: 'text-delta', text: 'a\nb' }]);
  expect(replay(eventStream([['somethingNew', { a: 1 }]]))).toEqual([]);
  expect(replay(eventStream([['odd name', { a: 1 }]]))).toEqual([]);
});

test('some models end responses with tool calls like any other', () => {
  const bytes = eventStream([
    ['contentBlockStart', { contentBlockIndex: 0, start: { toolUse: { toolUseId: 't', name: 'f' } } }],
    ['messageStop', { stopReason: 'end_turn' }],
  ]);
  expect(replay(bytes).at(-1)).toEqual({ type: 'finish', reason: 'tool-calls', raw: 'end_turn' });
});

test('a whole answer', () => {
  expect(provider.chat!.answer(recordedAnswer('aws', 'answer'))).toEqual({
    id: '',
    model: '',
    parts: [{ type: 'text', text: "Here's a list of 3 pop songs by artists from the United Kingdom." }],
    finish: { reason: 'stop', raw: 'end_turn' },
    usage: { ...noUsage(), input: 125, output: 60 },
  });
});

test('a whole answer with a tool call, cache classes and a service tier', () => {
  expect(provider.chat!.answer(recordedAnswer('aws', 'tool-answer'))).toEqual({
    id: '',
    model: '',
    parts: [
      { type: 'reasoning', text: 'I need the sign.', signature: 'c2ln' },
      { type: 'text', text: 'Let me look.' },
      {
        type: 'tool-call',
        id: 'tooluse_kZJMlvQmRJ6eAyJE5GIl7Q',
        name: 'top_song',
        arguments: '{"sign":"WZPZ"}',
      },
    ],
    finish: { reason: 'tool-calls', raw: 'tool_use' },
    usage: {
      ...noUsage(),
      input: 100,
      output: 30,
      cacheRead: 2000,
      cacheWrite5m: 200,
      cacheWrite1h: 300,
      serviceTier: 'priority',
    },
  });
});

test('other content of a whole answer', () => {
  const content = [
    { reasoningContent: { redactedContent: 'b3BhcXVl' } },
    { citationsContent: { content: [{ text: 'cited ' }, { text: 'text' }], citations: [] } },
    { toolUse: { toolUseId: 's', name: 'nova_grounding', input: {}, type: 'server_tool_use' } },
    { text: '' },
  ];
  const body = { output: { message: { role: 'assistant', content } }, stopReason: 'end_turn' };
  expect(provider.chat!.answer(body)).toMatchObject({
    parts: [
      { type: 'reasoning-redacted', data: 'b3BhcXVl' },
      { type: 'text', text: 'cited text' },
    ],
    finish: { reason: 'stop', raw: 'end_turn' },
    usage: undefined,
  });
});

test.each([
  [{ message: 'Too many requests' }, { status: 502, message: 'Too many requests' }],
  [{ __type: 'com.amazon.coral.service#ThrottlingException' }, { status: 429 }],
  [
    { Output: { __type: 'com.amazon.coral.service#UnknownOperationException' }, Version: '1.0' },
    { kind: 'UnknownOperationException', status: 502 },
  ],
  [{ output: {} }, { code: 'invalid_response' }],
  ['text', { code: 'invalid_response' }],
])('the 200 response %j is a failure', (body, expected) => {
  let failure: unknown;
  try {
    provider.chat!.answer(body);
  } catch (problem) {
    failure = (problem as UpstreamError).failure;
  }
  expect(failure).toMatchObject(expected);
});

test('models have the API of their family', () => {
  const platform = providerFor(33)!;
  expect(Object.keys(platform.native)).toEqual(['anthropic-messages']);
  const claude = providerForModel(33, 'us.anthropic.claude-haiku-4-5-20251001-v1:0')!;
  expect(providerForModel(33, 'claude-3-haiku-20240307')).toBe(claude);
  expect(claude.native['anthropic-messages']).toBe(platform.native['anthropic-messages']);
  expect(claude.operations).toBeUndefined();
  expect(provider.native).toEqual({});
  expect(providerForModel(33, 'arn:aws:bedrock:us-east-1:1:application-inference-profile/x')).toBe(provider);
  const embedding = providerForModel(33, 'us.cohere.embed-v4:0')!;
  expect([embedding.chat, Object.keys(embedding.operations!)]).toEqual([undefined, ['embeddings']]);
});

test('blocks without an index follow each other', () => {
  const read = provider.chat!.stream();
  const events = ['a', 'b'].flatMap((id) => [
    ...read({ name: 'contentBlockStart', data: `{"start":{"toolUse":{"toolUseId":"${id}","name":"f"}}}` }),
    ...read({ name: 'contentBlockDelta', data: `{"delta":{"toolUse":{"input":"{\\"${id}\\":"}}}` }),
    ...read({ name: 'contentBlockDelta', data: '{"delta":{"toolUse":{"input":"1}"}}}' }),
    ...read({ name: 'contentBlockStop', data: '{}' }),
  ]);
  const end = read({ name: 'messageStop', data: '{"stopReason":"tool_use"}' });
  expect(foldEvents([...events, ...end]).parts).toMatchObject([
    { id: 'a', arguments: '{"a":1}' },
    { id: 'b', arguments: '{"b":1}' },
  ]);
});
