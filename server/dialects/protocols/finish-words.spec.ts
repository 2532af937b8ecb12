import { finishWords } from '../../../test/dialects/declared-facts.js';
import { chatReaders, endings, type Ending } from '../../../test/dialects/endings.js';
import { SseReader } from '../../relay/upstream/sse.js';
import type { CanonicalEvent, CanonicalResponse } from '../canonical/events.js';
import { noUsage } from '../canonical/usage.js';
import { openaiFacts, RESPONSES_STATUSES } from '../kit/openai/default-facts.js';
import type { AnswerReader, NativeCodec } from '../kit/provider.js';
import { definitions } from '../providers/registry.js';
import type { ProtocolName, RenderContext } from './protocol.js';
import { protocols } from './registry.js';

const context: RenderContext = { model: 'asked', createdAt: 1700000000, includeUsage: true, inputTokens: 11 };

/** What the protocols' documentation allows, by the member's name. `status` of items and of responses. */
const allowed: Record<ProtocolName, Record<string, readonly unknown[]>> = {
  'openai-chat': {
    finish_reason: [null, 'stop', 'length', 'tool_calls', 'content_filter', 'function_call'],
    role: ['assistant'],
  },
  'openai-completions': { finish_reason: [null, 'stop', 'length', 'content_filter'] },
  'openai-responses': {
    status: ['in_progress', 'completed', 'incomplete'],
    reason: ['max_output_tokens', 'content_filter'],
    role: ['assistant'],
  },
  'anthropic-messages': {
    stop_reason: [
      null,
      'end_turn',
      'max_tokens',
      'stop_sequence',
      'tool_use',
      'pause_turn',
      'compaction',
      'refusal',
      'model_context_window_exceeded',
    ],
    role: ['assistant'],
  },
  gemini: {
    finishReason:
      'STOP MAX_TOKENS SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII MODEL_ARMOR IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION'.split(
        ' ',
      ),
    role: ['model'],
  },
};
/** The members that hold how a response ended. */
const ends = new Set(['finish_reason', 'stop_reason', 'finishReason', 'status', 'reason']);

/** All values of the members that a protocol restricts. */
function wordsIn(protocol: ProtocolName, value: unknown): [name: string, word: unknown][] {
  if (Array.isArray(value)) return value.flatMap((item) => wordsIn(protocol, item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]): [string, unknown][] => [
    ...(name in allowed[protocol] && typeof member !== 'object' ? [[name, member] as [string, unknown]] : []),
    ...wordsIn(protocol, member),
  ]);
}

/**
 * What is wrong with the words of these bodies; undefined if nothing is. Compared without `expect`, which takes most of the time
 * of some hundred thousand comparisons.
 */
function problemOf(protocol: ProtocolName, bodies: unknown[]): unknown {
  const found = bodies.flatMap((body) => wordsIn(protocol, body));
  const foreign = found.filter(([name, word]) => !allowed[protocol][name]!.includes(word));
  if (foreign.length > 0) return foreign;
  return found.some(([name, word]) => ends.has(name) && word !== null) ? undefined : 'no word for the end';
}

const jsonIn = (text: string): unknown[] =>
  [...new SseReader().push(Buffer.from(text))]
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => JSON.parse(data) as unknown);

const { readers } = chatReaders();
const words = [
  ...finishWords.keys(),
  ...Object.keys(RESPONSES_STATUSES).filter((status) => status !== 'queued' && status !== 'in_progress'),
];

function eventsOf(reader: AnswerReader, { stream }: Ending, word: string): CanonicalEvent[] {
  const read = reader.stream();
  return [...new SseReader().push(Buffer.from(stream(word)))].flatMap((frame) => read(frame));
}

function answerOf(reader: AnswerReader, { answer }: Ending, word: string): CanonicalResponse | undefined {
  try {
    return reader.answer(answer(word));
  } catch {
    // A response that broke off is rendered as an error.
    return undefined;
  }
}

test.each(readers)('clients of every protocol get its own words from %s', (_name, reader, ending) => {
  const problems: unknown[] = [];
  for (const word of words) {
    const answer = answerOf(reader, ending, word);
    const events = eventsOf(reader, ending, word);
    const isBroken = events.some(({ type }) => type === 'error');
    if ((answer === undefined) !== isBroken) problems.push([word, 'broken in one mode only']);
    if (!answer) continue;
    for (const [key, protocol] of Object.entries(protocols)) {
      const name = key as ProtocolName;
      const renderer = protocol.stream(context);
      const text = events.map((event) => renderer.event(event)).join('') + renderer.end(noUsage());
      const problem = problemOf(name, jsonIn(text)) ?? problemOf(name, [protocol.answer(answer, context)]);
      if (problem !== undefined) problems.push([word, name, problem]);
    }
  }
  expect(problems).toEqual([]);
});

const natives = [
  ...new Set(definitions.flatMap(({ api }) => (api ? Object.entries(api.native) : [])).map(([name]) => name)),
] as ProtocolName[];
const codecsOf = (name: ProtocolName): NativeCodec[] =>
  definitions.flatMap(({ api }) => api?.native[name] ?? []);

test.each(natives)('clients of %s get its own words from providers whose bytes are passed', (name) => {
  const ending = Object.values(endings).find(({ protocol }) => protocol === name)!;
  const problems: unknown[] = [];
  for (const { finish } of new Set(codecsOf(name)))
    for (const word of words) {
      if (!finish || openaiFacts.finish.classOf(word) === 'broken') continue;
      const body = Buffer.from(JSON.stringify(ending.answer(word)));
      const stream = Buffer.from(ending.stream(word));
      const problem =
        problemOf(name, [JSON.parse(finish.replaced(body).toString())]) ??
        problemOf(name, jsonIn(finish.replaced(stream).toString()));
      if (problem !== undefined) problems.push([word, problem]);
      const isOwn =
        allowed[name][name === 'gemini' ? 'finishReason' : Object.keys(allowed[name])[0]!]!.includes(word);
      if ((finish.foreignAt(stream, 0) === -1) !== isOwn) problems.push([word, 'found as foreign']);
      if (isOwn && finish.replaced(stream) !== stream) problems.push([word, 'copied']);
    }
  expect(problems).toEqual([]);
});

describe('arguments of tools are no finish reasons', () => {
  const input = {
    finishReason: 'COMPLETE',
    stop_reason: 'stop',
    finish_reason: 'eos',
    text: '"stop_reason":"stop"',
  };

  test('in whole responses', () => {
    const messages = { content: [{ type: 'tool_use', input }], stop_reason: 'tool_use' };
    const parts = [{ functionCall: { name: 'f', args: input } }];
    const gemini = { candidates: [{ content: { parts }, finishReason: 'STOP' }] };
    const chat = { choices: [{ message: { tool_calls: [{ custom: input }] }, finish_reason: 'stop' }] };
    for (const [name, body] of [
      ['anthropic-messages', messages],
      ['gemini', gemini],
      ['openai-chat', chat],
    ] as const) {
      const bytes = Buffer.from(JSON.stringify(body, undefined, 2));
      for (const { finish } of codecsOf(name)) expect(finish!.replaced(bytes)).toBe(bytes);
    }
  });

  test('in streams', () => {
    const start = { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', input } };
    const bytes = Buffer.from(`event: content_block_start\ndata: ${JSON.stringify(start)}\n\n`);
    for (const { finish } of codecsOf('anthropic-messages')) expect(finish!.foreignAt(bytes, 0)).toBe(-1);
  });
});
