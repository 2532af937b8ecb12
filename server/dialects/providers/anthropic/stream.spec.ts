import { foldEvents } from '../../canonical/fold.js';
import { anthropic } from './index.js';
import { expectEvents, recordedStream, replay } from '../../../../test/dialects/recorded.js';

test('thoughts with signature, text, tools with and without arguments, cumulative usage', () => {
  expectEvents(anthropic, 'everything', [
    { type: 'start', id: 'msg_1', model: 'claude-x' },
    { type: 'usage', usage: { input: 10, cacheRead: 4, cacheWrite5m: 2, cacheWrite1h: 0 } },
    { type: 'reasoning-delta', text: 'Hm' },
    { type: 'reasoning-signature', signature: 'abc' },
    { type: 'text-delta', text: '天气 ☀' },
    { type: 'tool-start', index: 0, id: 'toolu_1', name: 'f' },
    { type: 'tool-delta', index: 0, text: '{"a":' },
    { type: 'tool-delta', index: 0, text: '1}' },
    { type: 'tool-start', index: 1, id: 'toolu_2', name: 'g' },
    { type: 'usage', usage: { output: 30 } },
    { type: 'finish', reason: 'tool-calls', raw: 'tool_use', stopSequence: undefined },
    { type: 'done' },
  ]);
});

test('encrypted thoughts, a signature in pieces without its text, cache writes by lifetime, a stop sequence', () => {
  expectEvents(anthropic, 'redacted', [
    { type: 'start', id: 'msg_2', model: 'claude-x' },
    { type: 'usage', usage: { input: 5, cacheWrite5m: 3, cacheWrite1h: 4 } },
    { type: 'reasoning-redacted', data: 'ZW5jcnlwdGVk' },
    { type: 'reasoning-signature', signature: 'sig-two' },
    { type: 'text-delta', text: 'Done' },
    { type: 'usage', usage: { input: 5, output: 8 } },
    { type: 'finish', reason: 'stop', raw: 'stop_sequence', stopSequence: 'END' },
    { type: 'done' },
  ]);
});

test("tools of the vendor's servers are not the client's calls; input given whole is", () => {
  expectEvents(anthropic, 'server-tool', [
    { type: 'start', id: 'msg_3', model: 'claude-x' },
    { type: 'usage', usage: { input: 5 } },
    { type: 'text-delta', text: 'Found' },
    { type: 'tool-start', index: 0, id: 'toolu_9', name: 'h' },
    { type: 'tool-delta', index: 0, text: '{"whole":true}' },
    { type: 'usage', usage: { output: 8 } },
    { type: 'finish', reason: 'stop', raw: 'end_turn', stopSequence: undefined },
    { type: 'done' },
  ]);
});

test('an error event is read as an error', () => {
  expectEvents(anthropic, 'error', [
    { type: 'start', id: 'msg_4', model: 'claude-x' },
    { type: 'usage', usage: { input: 5 } },
    { type: 'text-delta', text: 'Hal' },
    {
      type: 'error',
      failure: {
        status: 529,
        message: 'Overloaded',
        kind: 'overloaded_error',
        code: 'bad_response_status_code',
        retryable: true,
        disables: false,
        reported: { code: null, param: null },
      },
    },
  ]);
});

test('a message that starts twice has one start; a null stop reason is no finish', () => {
  expectEvents(anthropic, 'no-finish', [
    { type: 'start', id: 'msg_5', model: 'claude-x' },
    { type: 'usage', usage: { input: 5 } },
    { type: 'usage', usage: { input: 5 } },
    { type: 'text-delta', text: 'cut' },
    { type: 'usage', usage: { output: 2 } },
  ]);
});

test('a stream without usage tells none', () => {
  expectEvents(anthropic, 'no-usage', [
    { type: 'start', id: 'msg_6', model: 'claude-x' },
    { type: 'text-delta', text: 'ok' },
    { type: 'finish', reason: 'length', raw: 'max_tokens', stopSequence: undefined },
    { type: 'done' },
  ]);
});

test('an empty stream, pings and unknown events tell nothing', () => {
  expect(replay(anthropic, Buffer.from(''))).toEqual([]);
  const bytes = Buffer.from('event: ping\ndata: {"type":"ping"}\n\ndata: {"type":"something_new"}\n\n');
  expect(replay(anthropic, bytes)).toEqual([]);
});

test.each(['data: {"type":\n\n', 'data: null\n\n'])('%j is malformed', (text) => {
  expect(() => replay(anthropic, Buffer.from(text))).toThrow(SyntaxError);
});

test('pieces of a call that was not seen to start are skipped', () => {
  const read = anthropic.chat!.stream();
  const data =
    '{"type":"content_block_delta","index":4,"delta":{"type":"input_json_delta","partial_json":"{"}}';
  expect(read({ name: 'message', data })).toEqual([]);
});

test('the recording ends with the marker that the pass-through looks for', () => {
  const end = anthropic.native['anthropic-messages']!.end;
  expect(recordedStream('anthropic', 'everything').toString().endsWith(end)).toBe(true);
});

test.each([
  ['{"message":"gone"}', 'gone'],
  ['{"error":{"message":"gone"}}', 'gone'],
  ['not JSON', 'not JSON'],
])('an error event is an error whatever it carries: %j', (data, message) => {
  const [event] = replay(anthropic, Buffer.from(`event: error\ndata: ${data}\n\n`));
  expect(event).toMatchObject({ type: 'error', failure: { status: 502, message, retryable: true } });
});

test('blocks without an index follow each other', () => {
  const events = [
    { type: 'content_block_start', content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Hi' } },
    { type: 'content_block_stop' },
    ...['a', 'b'].flatMap((id) => [
      { type: 'content_block_start', content_block: { type: 'tool_use', id, name: 'f', input: {} } },
      { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: `{"${id}":` } },
      { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '1}' } },
      { type: 'content_block_stop' },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
  ];
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const { parts } = foldEvents(replay(anthropic, Buffer.from(text)));
  expect(parts).toEqual([
    { type: 'text', text: 'Hi' },
    { type: 'tool-call', id: 'a', name: 'f', arguments: '{"a":1}' },
    { type: 'tool-call', id: 'b', name: 'f', arguments: '{"b":1}' },
  ]);
});
