import fc from 'fast-check';
import type { AnswerPart, FinishReason, CanonicalResponse, CanonicalEvent } from '../../canonical/events.js';
import { foldEvents, unfoldAnswer } from '../../canonical/fold.js';
import { mergeUsage, noUsage, type Usage } from '../../canonical/usage.js';
import { anthropic } from '../../providers/anthropic/index.js';
import { openai } from '../../providers/openai.js';
import type { RenderContext } from '../protocol.js';
import { protocols } from '../registry.js';
import { SseReader } from '../../../relay/upstream/sse.js';
import { recordedStream, replay } from '../../../../test/dialects/recorded.js';
import { seededRuns } from '../../../../test/setup/properties.js';

const protocol = protocols['openai-responses'];
const reader = openai.native['openai-responses']!.reader!;
const context: RenderContext = {
  model: 'asked',
  createdAt: 1700000000,
  includeUsage: true,
  inputTokens: 11,
  request: Buffer.from(
    '{"model":"asked","input":"q","temperature":0.2,"instructions":"Be brief.","tools":null}',
  ),
};

interface SentEvent {
  type: string;
  sequence_number: number;
  [member: string]: unknown;
}
interface Shown {
  id: string;
  status: string;
  output: { id: string; type: string; [member: string]: unknown }[];
  [member: string]: unknown;
}

function framesOf(text: string): SentEvent[] {
  return new SseReader().push(Buffer.from(text)).map(({ name, data }) => {
    const event = JSON.parse(data) as SentEvent;
    expect(event.type).toBe(name);
    return event;
  });
}

/** What the client receives for these events, checked for the rules that every stream must follow. */
function rendered(
  events: CanonicalEvent[],
  charged?: Usage,
  overrides: Partial<RenderContext> = {},
): SentEvent[] {
  const renderer = protocol.stream({ ...context, ...overrides });
  const usage = noUsage();
  for (const event of events) if (event.type === 'usage') mergeUsage(usage, event.usage);
  const sent = framesOf(
    events.map((event) => renderer.event(event)).join('') + renderer.end(charged ?? usage),
  );
  checkOrder(sent);
  return sent;
}

/**
 * Sequence numbers have no gaps. Every item and part is opened once, extended while open, closed once, and repeated at the
 * end.
 */
function checkOrder(sent: SentEvent[]): void {
  expect(sent.map((event) => event.sequence_number)).toEqual([...sent.keys()]);
  expect(sent.slice(0, 2).map(({ type }) => type)).toEqual(['response.created', 'response.in_progress']);
  const open = new Set<unknown>();
  const parts = new Set<string>();
  const closed: object[] = [];
  let next = 0;
  for (const event of sent.slice(2, -1)) {
    const item = event.item as { id: string } | undefined;
    if (event.type === 'response.output_item.added') {
      expect(event.output_index).toBe(next++);
      open.add(item!.id);
      continue;
    }
    if (event.type === 'response.output_item.done') {
      expect(open.delete(item!.id)).toBe(true);
      closed[event.output_index as number] = item!;
      continue;
    }
    expect(open).toContain(event.item_id);
    const part = `${String(event.item_id)}/${String(event.content_index ?? event.summary_index)}`;
    if (event.type.endsWith('part.added')) parts.add(part);
    else if (event.type.endsWith('part.done')) expect(parts.delete(part)).toBe(true);
    else if (!/arguments|custom_tool/.test(event.type)) expect(parts).toContain(part);
  }
  expect([open.size, parts.size]).toEqual([0, 0]);
  const last = sent.at(-1)!;
  expect(['response.completed', 'response.incomplete']).toContain(last.type);
  const response = last.response as Shown;
  expect(response.output).toEqual(closed);
  expect(`response.${response.status}`).toBe(last.type);
}

const brief = ({ type, delta, text, arguments: callArguments, refusal }: SentEvent) =>
  [type.replace('response.', ''), delta ?? text ?? callArguments ?? refusal].filter(
    (value) => value !== undefined,
  );

test('Anthropic to Responses: every event in its order, the numbers of OpenAI', () => {
  const sent = rendered(replay(anthropic, recordedStream('anthropic', 'everything')));
  expect(sent.map(brief)).toEqual([
    ['created'],
    ['in_progress'],
    ['output_item.added'],
    ['reasoning_summary_part.added'],
    ['reasoning_summary_text.delta', 'Hm'],
    ['reasoning_summary_text.done', 'Hm'],
    ['reasoning_summary_part.done'],
    ['output_item.done'],
    ['output_item.added'],
    ['content_part.added'],
    ['output_text.delta', '天气 ☀'],
    ['output_text.done', '天气 ☀'],
    ['content_part.done'],
    ['output_item.done'],
    ['output_item.added'],
    ['function_call_arguments.delta', '{"a":'],
    ['function_call_arguments.delta', '1}'],
    ['function_call_arguments.done', '{"a":1}'],
    ['output_item.done'],
    ['output_item.added'],
    ['function_call_arguments.delta', '{}'],
    ['function_call_arguments.done', '{}'],
    ['output_item.done'],
    ['completed'],
  ]);
  expect(sent.at(-1)!.response).toMatchObject({
    id: 'resp_msg_1',
    object: 'response',
    created_at: 1700000000,
    model: 'claude-x',
    store: false,
    instructions: 'Be brief.',
    temperature: 0.2,
    tools: [],
    error: null,
    incomplete_details: null,
    usage: {
      input_tokens: 16,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 30,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 46,
    },
    output: [
      { type: 'reasoning', encrypted_content: 'tg.s.abc' },
      { type: 'message', status: 'completed' },
      { type: 'function_call', call_id: 'toolu_1', name: 'f' },
      { type: 'function_call', call_id: 'toolu_2', name: 'g' },
    ],
  });
});

test.each([
  ['length', 'max_output_tokens'],
  ['content-filter', 'content_filter'],
] as [FinishReason, string][])('an answer that ended by %s is incomplete: %s', (reason, incompleteReason) => {
  const events = rendered([
    { type: 'text-delta', text: 'Once' },
    { type: 'finish', reason },
  ]);
  expect(events.at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: {
      id: 'resp_1700000000',
      model: 'asked',
      incomplete_details: { reason: incompleteReason },
      output: [{ type: 'message', status: 'incomplete' }],
    },
  });
});

test('a refusal is a part of its own behind the text', () => {
  const sent = rendered([
    { type: 'text-delta', text: 'Hm.' },
    { type: 'refusal-delta', text: 'I ' },
    { type: 'refusal-delta', text: 'will not.' },
  ]);
  expect(sent.slice(2, -1).map(brief)).toEqual([
    ['output_item.added'],
    ['content_part.added'],
    ['output_text.delta', 'Hm.'],
    ['output_text.done', 'Hm.'],
    ['content_part.done'],
    ['content_part.added'],
    ['refusal.delta', 'I '],
    ['refusal.delta', 'will not.'],
    ['refusal.done', 'I will not.'],
    ['content_part.done'],
    ['output_item.done'],
  ]);
});

test('calls that interleave stay open until they are whole, and reach the client whole', () => {
  const sent = rendered([
    { type: 'tool-start', index: 0, id: 'a', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{"x":' },
    { type: 'tool-start', index: 1, id: 'b', name: 'g' },
    { type: 'tool-delta', index: 1, text: '{}' },
    { type: 'tool-delta', index: 0, text: '1}' },
    { type: 'text-delta', text: 'after' },
    { type: 'finish', reason: 'tool-calls' },
  ]);
  const output = (sent.at(-1)!.response as Shown).output;
  expect(output).toMatchObject([
    { call_id: 'a', arguments: '{"x":1}' },
    { call_id: 'b', arguments: '{}' },
    { type: 'message' },
  ]);
});

test('calls of custom tools are sent as such, with their free text', () => {
  const request = Buffer.from('{"model":"m","input":"q","tools":[{"type":"custom","name":"patch"}]}');
  const events: CanonicalEvent[] = [
    { type: 'tool-start', index: 0, id: 'a', name: 'patch' },
    { type: 'tool-delta', index: 0, text: '{"input":' },
    { type: 'tool-delta', index: 0, text: '"+ \\"x\\""}' },
    { type: 'tool-start', index: 1, id: 'b', name: 'patch' },
    { type: 'tool-delta', index: 1, text: 'bare words' },
    { type: 'finish', reason: 'tool-calls' },
  ];
  const sent = rendered(events, undefined, { request });
  expect(sent.slice(2, -1).map(brief)).toEqual([
    ['output_item.added'],
    ['custom_tool_call_input.delta', '+ "x"'],
    ['custom_tool_call_input.done'],
    ['output_item.done'],
    ['output_item.added'],
    ['custom_tool_call_input.delta', 'bare words'],
    ['custom_tool_call_input.done'],
    ['output_item.done'],
  ]);
  const output = (sent.at(-1)!.response as Shown).output;
  expect(output).toMatchObject([
    { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: '+ "x"' },
    { type: 'custom_tool_call', call_id: 'b', name: 'patch', input: 'bare words' },
  ]);
  const whole = protocol.answer(foldEvents(events), { ...context, request });
  expect((whole as unknown as Shown).output).toMatchObject([{ input: '+ "x"' }, { input: 'bare words' }]);
});

test('an answer without content still begins and ends', () => {
  expect(rendered([]).map(({ type }) => type)).toEqual([
    'response.created',
    'response.in_progress',
    'response.completed',
  ]);
});

describe('a stream that fails', () => {
  const error = { status: 502, message: 'it broke', code: 'upstream_error', kind: 'upstream_error' };

  test('ends with the failed response, numbered on, with what was whole', () => {
    const renderer = protocol.stream(context);
    const text = renderer.event({ type: 'start', id: 'x', model: 'm' });
    renderer.event({ type: 'reasoning-delta', text: 'hm' });
    renderer.event({ type: 'text-delta', text: 'half' });
    const [failed, ...more] = framesOf(renderer.failed!(error));
    expect(framesOf(text)).toHaveLength(2);
    expect(more).toEqual([]);
    expect(failed).toMatchObject({
      type: 'response.failed',
      sequence_number: 11,
      response: {
        id: 'resp_x',
        status: 'failed',
        error: { code: 'server_error', message: 'it broke' },
        usage: null,
      },
    });
  });

  test('that another wrote is numbered on from its last event', () => {
    const sent = recordedStream('openai', 'responses-no-end');
    const renderer = protocol.stream(context);
    renderer.event({ type: 'start', id: 'resp_67c', model: 'm' });
    const [failed] = framesOf(renderer.failed!({ ...error, status: 429 }, sent));
    expect(failed).toMatchObject({
      sequence_number: 5,
      response: { id: 'resp_67c', error: { code: 'rate_limit_exceeded' } },
    });
  });

  test('before anybody knew where it stood ends with an error event', () => {
    expect(framesOf(protocol.streamError(error))).toEqual([
      { type: 'error', sequence_number: 0, code: 'upstream_error', message: 'it broke', param: null },
    ]);
  });
});

test('errors have the shape of OpenAI', () => {
  const error = { status: 400, message: 'no', code: 'c', kind: 'k', parameter: '400' };
  expect(protocol.error(error)).toEqual({ error: { message: 'no', type: 'k', param: '400', code: 'c' } });
});

/* Properties: rendered responses can be read back unchanged. */
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const json = fc
  .dictionary(word, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.stringify(value));
const count = fc.nat(1000);
const usages: fc.Arbitrary<Usage> = fc.record({
  input: fc.integer({ min: 1, max: 1000 }),
  cacheRead: count,
  cacheWrite5m: count,
  cacheWrite1h: fc.constant(0),
  output: fc.integer({ min: 1, max: 1000 }),
  reasoning: count,
});
const thoughts: fc.Arbitrary<AnswerPart> = fc.oneof(
  fc.record({ type: fc.constant('reasoning' as const), text, signature: word }),
  fc.record({ type: fc.constant('reasoning-redacted' as const), data: word }),
);
const calls = fc.record(
  { type: fc.constant('tool-call' as const), id: word, name: word, arguments: json, signature: word },
  { requiredKeys: ['type', 'id', 'name', 'arguments'] },
);
const answers: fc.Arbitrary<CanonicalResponse> = fc
  .tuple(
    fc.array(thoughts, { maxLength: 2 }),
    fc.array(fc.record({ type: fc.constant('text' as const), text }), { maxLength: 1 }),
    fc.array(calls, { maxLength: 3 }),
    fc.constantFrom<FinishReason[]>('stop', 'length', 'content-filter'),
    usages,
  )
  .map(([before, texts, tools, reason, usage]) => ({
    id: 'resp_1',
    model: 'm',
    parts: [...before, ...texts, ...tools],
    finish: { reason: reason === 'stop' && tools.length > 0 ? 'tool-calls' : reason },
    usage,
  }));

const whole = (answer: CanonicalResponse) =>
  JSON.parse(JSON.stringify(protocol.answer(answer, context))) as Shown;

test('a stream ends with exactly the answer that does not stream', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const last = rendered(unfoldAnswer(answer), answer.usage).at(-1)!;
      expect(last.response).toEqual(whole(answer));
    }),
    seededRuns(100, 11),
  );
});

/** What a reader that does not know the gateway's prefixes sees: reasoning without signatures. */
const bare = ({ finish, parts, ...rest }: CanonicalResponse) => ({
  ...rest,
  finish: finish.reason,
  parts: parts.flatMap((part): AnswerPart[] => {
    if (part.type === 'reasoning-redacted') return [];
    if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text }];
    return part.type === 'tool-call' ? [{ ...part, signature: undefined }] : [part];
  }),
});

test('an answer, whole or streamed, is read back as the same answer', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(bare(reader.answer(whole(answer)))).toEqual(bare(answer));
      const renderer = protocol.stream(context);
      const frames = unfoldAnswer(answer)
        .map((event) => renderer.event(event))
        .join('');
      const read = reader.stream();
      const events = new SseReader()
        .push(Buffer.from(frames + renderer.end(answer.usage!)))
        .flatMap((frame) => read(frame));
      const joined = ({ parts, ...rest }: ReturnType<typeof bare>) => ({
        ...rest,
        thoughts: parts.map((part) => (part.type === 'reasoning' ? part.text : '')).join(''),
        parts: parts.filter((part) => part.type !== 'reasoning'),
      });
      expect(joined(bare(foldEvents(events)))).toEqual(joined(bare(answer)));
    }),
    seededRuns(100, 12),
  );
});

test('output sent back as input is the same conversation, with every proof', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const body = Buffer.from(JSON.stringify({ model: 'm', input: whole(answer).output }));
      const turns = protocol.parse(body, '/v1/responses').turns;
      expect(turns).toEqual(answer.parts.length > 0 ? [{ role: 'assistant', parts: answer.parts }] : []);
    }),
    seededRuns(100, 13),
  );
});
