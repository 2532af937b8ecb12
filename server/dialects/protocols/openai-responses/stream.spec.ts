import type { FinishReason, CanonicalEvent } from '../../canonical/events.js';
import { foldEvents } from '../../canonical/fold.js';
import { anthropic } from '../../providers/anthropic/index.js';
import { protocols } from '../registry.js';
import {
  context,
  framesOf,
  rendered,
  type SentEvent,
  type Shown,
} from '../../../../test/dialects/responses-frames.js';
import { recordedStream, replay } from '../../../../test/dialects/recorded.js';

const protocol = protocols['openai-responses'];

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
