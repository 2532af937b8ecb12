import { ended, grown, message, withToolResults } from '../../web/src/features/playground/chat/conversation';
import { requestOf } from '../../web/src/features/playground/chat/playground-request';
import { readTools } from '../../web/src/features/playground/chat/tools';
import { publicPathOf, withoutData } from '../../web/src/features/playground/public-request';
import type { ChatMessage } from '../../web/src/features/playground/playground.types';

/** Conversations of the playground: what is sent, and how an answer grows. */
const settings = { group: '', model: 'm', temperature: 0, maxTokens: 0, system: '', tools: '' };
const tool = { type: 'function', function: { name: 'add', parameters: { type: 'object' } } };
const messagesOf = (history: ChatMessage[]) =>
  (requestOf(history, settings) as { messages: unknown }).messages;

test('an answer grows with its text, tool calls and the time of its first token, until it ends', () => {
  const begun = { ...message('assistant', '', 'loading'), createAt: 1000 };
  const first = grown(begun, { usage: { input: 1, output: 0 } }, 1200);
  expect(first).toMatchObject({ status: 'loading' });
  const parts = [
    { toolCalls: [{ index: 0, id: 'a', name: 'add', arguments: '{"x"' }] },
    { toolCalls: [{ index: 0, arguments: ':1}' }] },
    // Some providers number all calls alike.
    { toolCalls: [{ index: 0, id: 'b', name: 'sub', arguments: '{}' }] },
    { content: 'Done' },
  ];
  const answer = parts.reduce((current, part) => grown(current, part, 1500), first);
  expect(answer).toMatchObject({
    status: 'incomplete',
    firstMs: 500,
    content: 'Done',
    toolCalls: [
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'sub', arguments: '{}' },
    ],
  });
  const failed = ended(answer, { text: 'No', code: 'c', status: 400 });
  expect(failed).toMatchObject({ status: 'error', problem: 'No', problemCode: 'c', problemStatus: 400 });
  expect(grown(failed, { content: 'late' })).toBe(failed);
});

test('tool calls are sent with their results, and left out without them', () => {
  const question = message('user', 'Add', 'complete');
  const call = { index: 0, id: 'a', name: 'add', arguments: '{}' };
  const answer = { ...message('assistant', '', 'complete'), toolCalls: [call] };
  expect(messagesOf([question, answer])).toEqual([{ role: 'user', content: 'Add' }]);
  expect(messagesOf([question, withToolResults(answer, ['3'])])).toEqual([
    { role: 'user', content: 'Add' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'add', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '3' },
  ]);
});

test('texts are sent as text, documents as files', () => {
  const question: ChatMessage = {
    ...message('user', 'Read', 'complete'),
    files: [
      { name: 'a.txt', kind: 'text', data: 'alpha' },
      { name: 'b.pdf', kind: 'document', data: 'data:application/pdf;base64,AA' },
    ],
  };
  expect(messagesOf([question])).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a.txt:\n\nalpha' },
        { type: 'file', file: { filename: 'b.pdf', file_data: 'data:application/pdf;base64,AA' } },
        { type: 'text', text: 'Read' },
      ],
    },
  ]);
});

test.each([
  ['', []],
  [JSON.stringify([tool]), [tool]],
  [JSON.stringify(tool), [tool]],
  ['{"name":"add","parameters":{"type":"object"}}', [tool]],
])('tools are read: %s', (text, tools) => {
  expect(readTools(text)).toEqual({ tools });
});

test.each([
  ['[', 'toolsNotJson', 0],
  ['["add"]', 'toolsNotList', 0],
  ['[{"function":{"name":"two words"}}]', 'toolName', 1],
  ['[{"name":"a"},{"name":"a"}]', 'toolTwice', 2],
  ['[{"name":"a","parameters":{"type":"string"}}]', 'toolParameters', 1],
  ['[{"name":"a","parameters":{"type":"object","properties":{"x":1}}}]', 'toolParameters', 1],
  ['[{"name":"a","parameters":{"type":"object","required":"x"}}]', 'toolParameters', 1],
])('tools that cannot be sent say why: %s', (text, key, n) => {
  expect(readTools(text)).toEqual({ problem: { key, n } });
});

test('code names the public path and leaves out the contents of files', () => {
  expect(publicPathOf('/pg/chat/completions')).toBe('/v1/chat/completions');
  expect(publicPathOf('/pg/video/generations')).toBe('/v1/video/generations');
  expect(publicPathOf('/pg/suno/submit/music')).toBe('/suno/submit/music');
  expect(publicPathOf('/pg/mj-fast/mj/submit/imagine')).toBe('/mj-fast/mj/submit/imagine');
  expect(withoutData({ a: [{ b: `data:image/png;base64,${'A'.repeat(200)}` }], c: 'text' })).toEqual({
    a: [{ b: 'data:image/png;base64,BASE64_OF_THE_FILE' }],
    c: 'text',
  });
});
