import type { ServerResponse } from 'node:http';
import type { CanonicalEvent, CanonicalResponse } from '../../../dialects/canonical/events.js';
import { foldEvents } from '../../../dialects/canonical/fold.js';
import { OutputMeter } from '../../../dialects/canonical/meter.js';
import { noUsage, type Usage } from '../../../dialects/canonical/usage.js';
import { protocols } from '../../../dialects/protocols/registry.js';
import type { AnswerReader } from '../../../dialects/kit/provider.js';
import { providerFor } from '../../../dialects/providers/registry.js';
import { SseReader } from '../../upstream/sse.js';
import { MAX_ANSWER_BYTES, WholeAnswer } from './collected-answer.js';
import { CollectedStream } from './collected-stream.js';
import { StreamBody } from '../client/stream-body.js';
import type { Receiver } from './receiver.js';

/** Everything that a response may hold. */
const EVENTS: readonly CanonicalEvent[] = [
  { type: 'start', id: 'id-1', model: 'm' },
  { type: 'reasoning-delta', text: 'Let me' },
  { type: 'reasoning-delta', text: ' think.' },
  { type: 'reasoning-signature', signature: 'c2lnbmVk' },
  { type: 'logprobs', tokens: [{ text: 'Hi', logprob: -0.5, others: [] }] },
  { type: 'text-delta', text: 'Hi' },
  { type: 'logprobs', tokens: [{ text: ' there', logprob: -0.25, others: [] }] },
  { type: 'text-delta', text: ' there' },
  { type: 'citation', citation: { url: 'https://a.example', title: 'A', range: { start: 0, end: 2 } } },
  { type: 'tool-start', index: 0, id: 'call_1', name: 'look' },
  { type: 'tool-delta', index: 0, text: '{"a":' },
  { type: 'tool-delta', index: 0, text: '1}' },
  { type: 'usage', usage: { input: 10, output: 7 } },
  { type: 'finish', reason: 'tool-calls' },
  { type: 'done' },
];

/** An upstream whose frames are canonical events, and whose documents are canonical responses. */
const reader: AnswerReader = {
  answer: (body) => body as CanonicalResponse,
  stream: () => (frame) => [JSON.parse(frame.data) as CanonicalEvent],
};
const bytesOf = (...events: CanonicalEvent[]) =>
  Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));

const openai = providerFor(1)!;
const READERS = {
  'openai-chat': openai.chat!,
  'openai-responses': openai.native['openai-responses']!.reader!,
  'anthropic-messages': providerFor(14)!.chat!,
  gemini: providerFor(24)!.chat!,
} as const;
const CLIENTS = Object.keys(READERS) as (keyof typeof READERS)[];

/** A receiver that records its calls. */
function receiving(protocol: keyof typeof READERS, stream: boolean) {
  const seen = { body: '', failed: [] as unknown[], began: 0, ends: [] as (number | undefined)[] };
  const response = {
    writeHead: () => undefined,
    end: (bytes?: Buffer | string) => void (seen.body += bytes?.toString() ?? ''),
  } as unknown as ServerResponse;
  const exchange = { protocol: protocols[protocol], response, startedAt: 0, requestId: 'r' };
  const outcome = { meter: new OutputMeter(), usage: undefined as Usage | undefined };
  const scope = { committed: false, exchange, body: new StreamBody(response) };
  const receiver = {
    request: {
      exchange,
      params: { model: 'm', stream, includeUsage: true },
      plan: { promptTokens: 10 },
      body: Buffer.from('{}'),
      previous: {},
    },
    scope,
    attempt: { channel: { setting: {} } },
    outcome,
    commit: () => void (scope.committed = true),
    collecting: () => void seen.began++,
    write: (bytes: string) => void (seen.body += bytes),
    expectEnd: (ms: number | undefined) => void seen.ends.push(ms),
    fail: (problem: unknown) => void seen.failed.push(problem),
    complete: (sendEnd: (usage: Usage) => void) => sendEnd(outcome.usage ?? noUsage()),
  } as unknown as Receiver;
  return { receiver, outcome, seen };
}

function reread(protocol: keyof typeof READERS, body: string): CanonicalResponse {
  const { answer, stream } = READERS[protocol];
  if (body.startsWith('{')) return answer(JSON.parse(body));
  const frames = new SseReader();
  const events = stream({ citations: true });
  return foldEvents([...frames.push(Buffer.from(body)), ...frames.flush()].flatMap((frame) => events(frame)));
}

/** What all of these protocols have. */
function expectSame({ parts, finish, usage }: CanonicalResponse): void {
  const texts = (type: 'text' | 'reasoning') =>
    parts.map((part) => (part.type === type ? part.text : '')).join('');
  expect(texts('text')).toBe('Hi there');
  expect(texts('reasoning')).toBe('Let me think.');
  expect(parts.filter((part) => part.type === 'tool-call')).toMatchObject([
    { name: 'look', arguments: expect.stringMatching(/^\{"a":1\}$/) as string },
  ]);
  expect(finish.reason).toBe('tool-calls');
  expect(usage).toMatchObject({ input: 10, output: 7 });
}

describe.each(CLIENTS)('%s', (protocol) => {
  test('a collected stream is the whole answer', () => {
    const { receiver, outcome, seen } = receiving(protocol, false);
    const body = new CollectedStream(receiver, reader, {}, false);
    for (const byte of bytesOf(...EVENTS)) body.data(Buffer.from([byte]));
    expect(seen.body).toBe('');
    expect(seen.began).toBe(1);
    expect(body.whole()).toBe(true);
    body.end();
    const answer = reread(protocol, seen.body);
    expectSame(answer);
    expect(outcome.usage).toMatchObject({ input: 10, output: 7 });
    // Messages needs the cited passage, which this source does not have.
    if (protocol !== 'anthropic-messages')
      expect(answer.citations?.map(({ url }) => url)).toEqual(['https://a.example']);
    if (protocol === 'openai-chat')
      expect(answer.logprobs?.map(({ logprob }) => logprob)).toEqual([-0.5, -0.25]);
  });

  test('a whole answer is a valid stream', () => {
    const { receiver, seen } = receiving(protocol, true);
    const body = new WholeAnswer(receiver, reader, {}, undefined);
    body.data(Buffer.from(JSON.stringify(foldEvents(EVENTS))));
    body.end();
    expect(seen.body.startsWith('{')).toBe(false);
    expectSame(reread(protocol, seen.body));
  });
});

test('output is counted while a stream is collected', () => {
  const { receiver, outcome } = receiving('openai-chat', false);
  const body = new CollectedStream(receiver, reader, {}, false);
  body.data(bytesOf({ type: 'text-delta', text: 'one two three four' }));
  expect(outcome.meter.tokens).toBeGreaterThanOrEqual(3);
});

test.each([
  ['no event', []],
  ['no end', [{ type: 'text-delta', text: 'half' }]],
  ['half a call', [EVENTS[9]!, EVENTS[10]!, { type: 'finish', reason: 'tool-calls' }]],
  [
    'a failure',
    [
      { type: 'text-delta', text: 'half' },
      { type: 'error', failure: { status: 500 } },
    ],
  ],
] as [string, CanonicalEvent[]][])('a stream with %s is no answer', (_, events) => {
  const { receiver, seen } = receiving('openai-chat', false);
  const body = new CollectedStream(receiver, reader, {}, false);
  expect(() => {
    body.data(bytesOf(...events));
    body.end();
  }).toThrow();
  expect(seen.body).toBe('');
});

test('a stream beyond the largest answer is not collected', () => {
  const { receiver, seen } = receiving('openai-chat', false);
  const body = new CollectedStream(receiver, reader, {}, false);
  const comment = Buffer.alloc(8 * 1024 * 1024, ':');
  comment[comment.length - 1] = 10;
  comment[comment.length - 2] = 10;
  for (let sent = 0; sent <= MAX_ANSWER_BYTES; sent += comment.length) body.data(comment);
  expect(seen.failed).toMatchObject([{ failure: { code: 'answer_too_large' } }]);
});
