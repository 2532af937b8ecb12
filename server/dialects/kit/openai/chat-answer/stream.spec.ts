import { openai } from '../../../providers/openai.js';
import { expectEvents, recordedStream, replay } from '../../../../../test/dialects/recorded.js';

test('text, with the usage of the last chunk in disjoint classes', () => {
  expectEvents(openai, 'text', [
    { type: 'start', id: 'chatcmpl-1', model: 'gpt-4o-2024-08-06' },
    { type: 'text-delta', text: '天气 ☀' },
    { type: 'text-delta', text: ' "fine"\n' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    {
      type: 'usage',
      usage: { input: 8, cacheRead: 12, cacheWrite5m: 0, cacheWrite1h: 0, output: 5, reasoning: 4 },
    },
    { type: 'done' },
  ]);
});

test('parallel tool calls keep their indexes, also when their arguments interleave', () => {
  expectEvents(openai, 'parallel-tools', [
    { type: 'start', id: 'chatcmpl-2', model: 'gpt-4o' },
    { type: 'text-delta', text: 'Hi' },
    { type: 'tool-start', index: 0, id: 'call_1', name: 'f' },
    { type: 'tool-start', index: 1, id: 'call_2', name: 'g' },
    { type: 'tool-delta', index: 1, text: '{}' },
    { type: 'tool-delta', index: 0, text: '{"a":1}' },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_calls' },
    {
      type: 'usage',
      usage: { input: 12, cacheRead: 4, cacheWrite5m: 0, cacheWrite1h: 0, output: 9, reasoning: 0 },
    },
    { type: 'done' },
  ]);
});

test('calls without an index, and arguments that are no text, are read; "stop" with calls means calls', () => {
  expectEvents(openai, 'odd-tools', [
    { type: 'start', id: 'o-1', model: 'm' },
    { type: 'tool-start', index: 0, id: 'a', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{}' },
    { type: 'tool-start', index: 1, id: 'b', name: 'g' },
    { type: 'tool-delta', index: 1, text: '{"x":1}' },
    { type: 'finish', reason: 'tool-calls', raw: 'stop' },
    { type: 'done' },
  ]);
});

test('reasoning under both names; of a usage on every chunk the last word counts, here together with text and finish', () => {
  expectEvents(openai, 'reasoning', [
    { type: 'start', id: 'r-1', model: 'deepseek-reasoner' },
    { type: 'reasoning-delta', text: 'Let me ' },
    { type: 'reasoning-delta', text: 'think' },
    { type: 'text-delta', text: '42' },
    { type: 'finish', reason: 'stop', raw: 'stop' },
    {
      type: 'usage',
      usage: { input: 5, cacheRead: 3, cacheWrite5m: 0, cacheWrite1h: 0, output: 1, reasoning: 5 },
    },
    { type: 'done' },
  ]);
});

test('a usage before a finish without one is reported with the finish, or at the end', () => {
  const frames = (finish: object) => [
    { id: 'a', choices: [{ delta: { content: 'x' } }], usage: { prompt_tokens: 5, completion_tokens: 2 } },
    { choices: [{ delta: { content: 'y' } }] },
    finish,
  ];
  const eventTypes = (finish: object) => {
    const bytes = frames(finish).map((frame) => `data: ${JSON.stringify(frame)}\n\n`);
    const events = replay(openai, Buffer.from(`${bytes.join('')}data: [DONE]\n\n`));
    return events.slice(3).map((event) => event.type);
  };
  expect(eventTypes({ choices: [{ delta: {}, finish_reason: 'stop' }] })).toEqual([
    'finish',
    'usage',
    'done',
  ]);
  expect(eventTypes({ choices: [] })).toEqual(['usage', 'done']);
});

test('an error inside the stream is read as an error with its status', () => {
  expectEvents(openai, 'error', [
    { type: 'start', id: 'e-1', model: 'm' },
    { type: 'text-delta', text: 'Hal' },
    {
      type: 'error',
      failure: {
        status: 429,
        message: 'Rate limited upstream',
        kind: 'upstream_error',
        code: '429',
        retryable: true,
        disables: false,
        reported: { code: 429, param: null },
      },
    },
  ]);
});

test('a stream without finish tells none, and no end', () => {
  expectEvents(openai, 'no-finish', [
    { type: 'start', id: 'n-1', model: 'm' },
    { type: 'text-delta', text: 'cut' },
  ]);
});

test('a usage of nothing but zeros is none', () => {
  expectEvents(openai, 'no-usage', [
    { type: 'start', id: 'u-1', model: 'm' },
    { type: 'text-delta', text: 'ok' },
    { type: 'finish', reason: 'length', raw: 'length' },
    { type: 'done' },
  ]);
});

test('an empty stream has no events', () => {
  expect(replay(openai, Buffer.from(''))).toEqual([]);
  expect(replay(openai, Buffer.from(': keep-alive\n\n'))).toEqual([]);
});

test.each(['data: {"id":"x","choi\n\n', 'data: 7\n\n', 'data: [1]\n\n'])('%j is malformed', (text) => {
  expect(() => replay(openai, Buffer.from(text))).toThrow(SyntaxError);
});

test('a reader goes on after a malformed frame', () => {
  const read = openai.chat!.stream();
  expect(() => read({ name: 'message', data: '{' })).toThrow(SyntaxError);
  expect(read({ name: 'message', data: '{"id":"a","choices":[{"delta":{"content":"b"}}]}' })).toEqual([
    { type: 'start', id: 'a', model: '' },
    { type: 'text-delta', text: 'b' },
  ]);
});

test('unknown finish reasons are failures', () => {
  const read = openai.chat!.stream();
  const data = '{"id":"a","choices":[{"delta":{},"finish_reason":"gave_up"}]}';
  expect(read({ name: 'message', data })).toMatchObject([
    { type: 'start' },
    { type: 'error', failure: { status: 502, message: 'the response ended with gave_up', retryable: true } },
  ]);
});

test('signed and encrypted thoughts of gateways behind us are kept', () => {
  const read = openai.chat!.stream();
  const details = (list: object[]) =>
    read({
      name: 'message',
      data: JSON.stringify({ id: 'a', choices: [{ delta: { reasoning_details: list } }] }),
    });
  expect(details([{ type: 'thinking', thinking: 'Hm', signature: 's' }])).toContainEqual({
    type: 'reasoning-signature',
    signature: 's',
  });
  expect(details([{ type: 'redacted', data: 'd' }])).toEqual([{ type: 'reasoning-redacted', data: 'd' }]);
});

test('calls that share an index are distinguished by their ids', () => {
  const read = openai.chat!.stream();
  const call = (id: string, name: string, text: string) =>
    read({
      name: 'message',
      data: JSON.stringify({
        id: 'a',
        choices: [{ delta: { tool_calls: [{ index: 0, id, function: { name, arguments: text } }] } }],
      }),
    }).filter((event) => event.type !== 'start');
  expect(call('1', 'f', '{}')[0]).toEqual({ type: 'tool-start', index: 0, id: '1', name: 'f' });
  expect(call('2', 'f', '{}')[0]).toEqual({ type: 'tool-start', index: 1, id: '2', name: 'f' });
  expect(call('3', '', ' ')).toEqual([{ type: 'tool-delta', index: 1, text: ' ' }]);
});

test('the recording ends with the marker that the pass-through looks for', () => {
  const end = openai.native['openai-chat']!.end;
  expect(recordedStream('openai', 'text').toString().endsWith(end)).toBe(true);
});

test.each([
  ['{"message":"gone"}', 'gone'],
  ['{"error":{"message":"gone"}}', 'gone'],
  ['not JSON', 'not JSON'],
])('an error event is an error whatever it carries: %j', (data, message) => {
  const [event] = replay(openai, Buffer.from(`event: error\ndata: ${data}\n\n`));
  expect(event).toMatchObject({ type: 'error', failure: { status: 502, message, retryable: true } });
});
