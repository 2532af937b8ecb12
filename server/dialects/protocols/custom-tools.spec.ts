import type { CanonicalResponse, CanonicalEvent } from '../canonical/events.js';
import { foldEvents, unfoldAnswer } from '../canonical/fold.js';
import { noUsage } from '../canonical/usage.js';
import { readResponse } from '../kit/openai/responses/responses-answer.js';
import { readResponseStream } from '../kit/openai/responses/responses-stream.js';
import { protocols } from './registry.js';

/** Custom tools take free text: https://platform.openai.com/docs/guides/function-calling#custom-tools */
const grammar = { syntax: 'lark', definition: 'start: "x"' };
const custom = { name: 'patch', description: 'd', format: { type: 'grammar', grammar } };
const request = Buffer.from(
  JSON.stringify({
    model: 'm',
    tools: [{ type: 'custom', custom }],
    tool_choice: { type: 'custom', custom: { name: 'patch' } },
    messages: [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'patch', input: 'a "b"' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: 'done' },
    ],
  }),
);
const context = { model: 'm', createdAt: 1, includeUsage: false, inputTokens: 0, request };
const chat = protocols['openai-chat'];

const called: CanonicalResponse = {
  id: 'a',
  model: 'm',
  parts: [
    { type: 'tool-call', id: 'c1', name: 'patch', arguments: '{"input":"a \\"b\\""}' },
    { type: 'tool-call', id: 'c2', name: 'other', arguments: '{}' },
  ],
  finish: { reason: 'tool-calls' },
  usage: noUsage(),
};

test('a custom tool of a chat is a function with one text elsewhere', () => {
  expect(chat.parse(request, '')).toMatchObject({
    tools: [
      {
        name: 'patch',
        description: 'd\n\nThe input must match this lark grammar:\nstart: "x"',
        parameters: { required: ['input'] },
      },
    ],
    toolChoice: { type: 'tool', name: 'patch' },
    turns: [
      {},
      { parts: [{ type: 'tool-call', id: 'c', name: 'patch', arguments: '{"input":"a \\"b\\""}' }] },
      { parts: [{ type: 'tool-result', id: 'c' }] },
    ],
  });
});

test('and its calls come back as free text', () => {
  const calls = [
    { id: 'c1', type: 'custom', custom: { name: 'patch', input: 'a "b"' } },
    { id: 'c2', type: 'function', function: { name: 'other', arguments: '{}' } },
  ];
  expect(chat.answer(called, context)).toMatchObject({ choices: [{ message: { tool_calls: calls } }] });
});

test('in streams, too, when the text is whole', () => {
  const renderer = chat.stream(context);
  const frames = [...unfoldAnswer(called).map((event) => renderer.event(event)), renderer.end(noUsage())];
  const deltas = frames
    .join('')
    .split('\n\n')
    .filter((frame) => frame.includes('tool_calls":['))
    .map((frame) => JSON.parse(frame.slice('data: '.length)) as { choices: { delta: object }[] });
  expect(deltas.map(({ choices }) => choices[0]?.delta)).toEqual([
    { tool_calls: [{ index: 0, id: 'c1', type: 'custom', custom: { name: 'patch', input: '' } }] },
    { tool_calls: [{ index: 1, id: 'c2', type: 'function', function: { name: 'other', arguments: '' } }] },
    { tool_calls: [{ index: 1, function: { arguments: '{}' } }] },
    { tool_calls: [{ index: 0, custom: { input: 'a "b"' } }] },
  ]);
});

describe("a provider's custom tool call", () => {
  const item = { id: 'ctc', type: 'custom_tool_call', call_id: 'c', name: 'patch', input: 'x "y"\n' };
  const frame = (type: string, members: object) => ({
    name: type,
    data: JSON.stringify({ type, output_index: 0, ...members }),
  });
  const opening = frame('response.output_item.added', { item: { ...item, input: '' } });
  const end = frame('response.completed', {
    response: { id: 'r', model: 'm', status: 'completed', output: [] },
  });
  const done = frame('response.custom_tool_call_input.done', { input: item.input });
  const delta = (piece: string) => frame('response.custom_tool_call_input.delta', { delta: piece });

  const argumentsOf = (events: CanonicalEvent[]) =>
    foldEvents(events).parts.map((part) =>
      part.type === 'tool-call' ? (JSON.parse(part.arguments) as unknown) : part,
    );

  test.each([
    ['in pieces', [delta('x "'), delta('y"'), delta('\n'), done]],
    ['at once', [done]],
    ['empty', [delta(''), done]],
  ])('has JSON for its arguments, streamed %s', (_, middle) => {
    const read = readResponseStream();
    expect(argumentsOf([opening, ...middle, end].flatMap(read))).toEqual([{ input: item.input }]);
  });

  test('has JSON for its arguments in a whole answer', () => {
    const { parts } = readResponse({ id: 'r', model: 'm', status: 'completed', output: [item] });
    expect(parts).toEqual([
      { type: 'tool-call', id: 'c', name: 'patch', arguments: JSON.stringify({ input: item.input }) },
    ]);
  });
});
