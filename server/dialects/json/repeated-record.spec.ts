import * as fc from 'fast-check';
import { readStream as readMessages } from '../providers/anthropic/stream.js';
import { readStream as readChunks } from '../kit/openai/chat-answer/stream.js';
import { RepeatedRecord } from './repeated-record.js';

const chunk = (content: string, more: object = {}) =>
  JSON.stringify({ id: 'c-1', choices: [{ index: 0, delta: { content }, finish_reason: null }], ...more });

function remembering(data: string, text: string): RepeatedRecord {
  const repeated = new RepeatedRecord('content');
  repeated.remember(data, text);
  return repeated;
}

test('a record that differs in the text only is recognised', () => {
  const repeated = remembering(chunk('Hello'), 'Hello');
  expect(repeated.textIn(chunk(' world'))).toBe(' world');
  expect(repeated.textIn(chunk('天气 ☀'))).toBe('天气 ☀');
});

test('a random `obfuscation` at the end does not matter', () => {
  const repeated = remembering(chunk('Hello', { obfuscation: 'aXz' }), 'Hello');
  expect(repeated.textIn(chunk(' world', { obfuscation: 'p' }))).toBe(' world');
  expect(repeated.textIn(chunk('!', { obfuscation: '' }))).toBe('!');
  expect(repeated.textIn(chunk('!', { obfuscation: 'a"b' }))).toBeUndefined();
  expect(repeated.textIn(chunk('!', { obfuscation: 'a', usage: {} }))).toBeUndefined();
});

test.each([
  ['the text is escaped', chunk('a "b"')],
  ['the text has a line break', chunk('a\nb')],
  ['the text is empty', chunk('')],
  ['another member differs', chunk('a', { model: 'm' })],
  ['it is damaged', chunk('a').slice(0, -1)],
  ['it is no JSON for a raw control character', chunk('a').replace('"a"', '"\t"')],
])('a record is parsed where %s', (_, data) => {
  expect(remembering(chunk('Hello'), 'Hello').textIn(data)).toBeUndefined();
});

test.each([
  ['the member occurs twice', chunk('Hello', { content: 'Hello' }), 'Hello'],
  ['the text was escaped', chunk('a "b"'), 'a "b"'],
  ['the text comes from elsewhere', chunk('Hello'), 'Hi'],
])('nothing is remembered where %s', (_, data, text) => {
  expect(remembering(data, text).textIn(data)).toBeUndefined();
});

test('records that always differ are not compared for long', () => {
  const repeated = new RepeatedRecord('content');
  for (let created = 0; created < 20; created++) repeated.remember(chunk('a', { created }), 'a');
  expect(repeated.textIn(chunk('b', { created: 19 }))).toBeUndefined();
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'word', '"', '\\', '\n', '","content":"x', '}'),
);

/** Formats a record so that it never equals the one before. */
const unlike = (data: string, index: number) => JSON.stringify(JSON.parse(data), null, 1 + (index % 2));

test('streams of chat chunks read the same as if every chunk were parsed', () => {
  const tail = fc.constantFrom<object>(
    {},
    {},
    { usage: null },
    { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } },
    { service_tier: 'flex' },
    { obfuscation: 'abc' },
    { obfuscation: 'q' },
  );
  const choice = fc.record({
    index: fc.constantFrom(0, 0, 0, 1),
    delta: fc.oneof(
      { weight: 6, arbitrary: fc.record({ content: text }) },
      { weight: 1, arbitrary: fc.record({ role: fc.constant('assistant'), content: text }) },
      { weight: 1, arbitrary: fc.record({ reasoning_content: text, content: text }) },
      { weight: 1, arbitrary: fc.constant({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f' } }] }) },
    ),
    finish_reason: fc.constantFrom(null, null, null, null, null, 'stop'),
  });
  const sent = fc.record({ choices: fc.array(choice, { maxLength: 2 }), tail });
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 30 }), (stream) => {
      const [reader, parsing] = [readChunks(), readChunks()];
      for (const [index, { choices, tail: more }] of stream.entries()) {
        const data = JSON.stringify({ id: 'c', model: 'm', choices, ...more });
        expect(reader({ name: 'message', data })).toEqual(
          parsing({ name: 'message', data: unlike(data, index) }),
        );
      }
    }),
  );
});

test('usage is that of the last chunk, also where a different chunk stood between two equal ones', () => {
  const usage = (tokens: number) => ({ usage: { prompt_tokens: tokens, completion_tokens: tokens } });
  const reader = readChunks();
  const read = (data: string) => reader({ name: 'message', data });
  read(chunk('', usage(1)));
  read(chunk('a', usage(1)));
  read(chunk('', usage(2)));
  read(chunk('b', usage(1)));
  const last = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  expect(read(last)).toContainEqual({
    type: 'usage',
    usage: expect.objectContaining({ input: 1, output: 1 }),
  });
});

test('streams of messages read the same as if every event were parsed', () => {
  const delta = fc.oneof(
    { weight: 6, arbitrary: text.map((value) => ({ type: 'text_delta', text: value })) },
    { weight: 1, arbitrary: text.map((value) => ({ type: 'thinking_delta', thinking: value })) },
    { weight: 1, arbitrary: fc.constant({ type: 'signature_delta', signature: 's' }) },
  );
  const sent = fc.record({
    type: fc.constantFrom('content_block_delta', 'content_block_delta', 'content_block_stop'),
    index: fc.constantFrom(0, 0, 0, 1),
    delta,
  });
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 30 }), (stream) => {
      const [reader, parsing] = [readMessages(), readMessages()];
      for (const [index, event] of stream.entries()) {
        const data = JSON.stringify(event);
        expect(reader({ name: event.type, data })).toEqual(
          parsing({ name: event.type, data: unlike(data, index) }),
        );
      }
    }),
  );
});
