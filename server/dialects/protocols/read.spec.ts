import { ApiError } from '../../contract/errors/api-error.js';
import { protocols } from './registry.js';
import type { ProtocolName } from './protocol.js';

const read = (name: ProtocolName, body: string | Buffer) => protocols[name].read(Buffer.from(body), '');
const both: ProtocolName[] = ['openai-chat', 'anthropic-messages'];

function errorOf(act: () => unknown): { code: string; message: string; status: number } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message, status: error.status };
    throw error;
  }
  throw new Error('it was accepted');
}

const body = (fields: object) =>
  JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'q' }], ...fields });

test('what the pipeline must know is read from the top level alone', () => {
  const fields = {
    max_tokens: 5,
    max_completion_tokens: 9,
    stream: true,
    stream_options: { include_usage: true },
  };
  expect(read('openai-chat', body(fields))).toEqual({
    model: 'm',
    stream: true,
    maxTokens: 9,
    includeUsage: true,
  });
  expect(read('anthropic-messages', body({ max_tokens: 5 }))).toEqual({
    model: 'm',
    stream: false,
    maxTokens: 5,
    includeUsage: true,
  });
});

test.each(both)('%s: absent, null and zero are no limit', (name) => {
  for (const fields of [{}, { max_tokens: null, stream: null }, { max_tokens: 0 }]) {
    expect(read(name, body(fields))).toMatchObject({ maxTokens: undefined, stream: false });
  }
});

test('of a repeated name the last counts, as it does for every reader behind us', () => {
  const text = '{"model":"cheap","messages":[1],"model":"dear"}';
  expect(read('openai-chat', text).model).toBe('dear');
});

test.each([
  ['openai-chat', { model: undefined }, 'model is required'],
  ['openai-chat', { model: '' }, 'model is required'],
  ['openai-chat', { model: 7 }, 'field model must be a string'],
  ['openai-chat', { messages: undefined }, 'field messages is required'],
  ['openai-chat', { messages: [] }, 'field messages is required'],
  ['openai-chat', { messages: 'hi' }, 'field messages must be a list'],
  ['openai-chat', { max_tokens: 1_073_741_824 }, 'max_tokens is invalid'],
  ['openai-chat', { max_tokens: -1 }, 'max_tokens is invalid'],
  ['openai-chat', { max_completion_tokens: 1e300 }, 'max_completion_tokens is invalid'],
  ['openai-chat', { max_tokens: 1.5 }, 'field max_tokens must be an integer'],
  ['openai-chat', { max_tokens: '5' }, 'field max_tokens must be an integer'],
  ['openai-chat', { stream: 'true' }, 'field stream must be true or false'],
  ['openai-chat', { stream: 1 }, 'field stream must be true or false'],
  ['openai-chat', { n: 0 }, 'field n must be between 1 and 10'],
  ['openai-chat', { n: 11 }, 'field n must be between 1 and 10'],
  ['openai-chat', { n: 2.5 }, 'field n must be an integer'],
  ['openai-chat', { stream_options: 'usage' }, 'field stream_options must be an object'],
  ['anthropic-messages', { model: undefined }, 'field model is required'],
  ['anthropic-messages', { messages: [] }, 'field messages is required'],
  ['anthropic-messages', { max_tokens: 2 ** 40 }, 'max_tokens is invalid'],
  ['anthropic-messages', { stream: {} }, 'field stream must be true or false'],
] as [ProtocolName, object, string][])('%s refuses %j', (name, fields, message) => {
  const code = name === 'openai-chat' ? 'invalid_text_request' : 'invalid_claude_request';
  expect(errorOf(() => read(name, body(fields)))).toEqual({ code, message, status: 400 });
});

test('an empty list with blanks in it is empty', () => {
  expect(errorOf(() => read('openai-chat', '{"model":"m","messages":[ \n ]}')).message).toContain('messages');
});

test.each(both)('%s refuses what is no JSON object in UTF-8', (name) => {
  for (const text of [
    '',
    'hello',
    '[]',
    '{"model":',
    '{"model":"m",}',
    '{"a":1}{}',
    `${'{"a":'.repeat(300)}1`,
  ]) {
    expect(errorOf(() => read(name, text))).toMatchObject({ code: 'invalid_request', status: 400 });
  }
  const broken = Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  expect(errorOf(() => read(name, broken)).message).toContain('UTF-8');
});

test.each(both)('%s names the place of a wrong field deep in the conversation', (name) => {
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 5 },
      ],
    },
  ];
  expect(errorOf(() => protocols[name].parse(Buffer.from(body({ messages })), ''))).toMatchObject({
    code: name === 'openai-chat' ? 'invalid_text_request' : 'invalid_claude_request',
    message: 'field messages[0].content[1].text must be a string',
    status: 400,
  });
});

test.each([
  ['openai-chat', { messages: [{ role: 'robot', content: 'x' }] }],
  ['openai-chat', { messages: [{ role: 'user', content: 5 }] }],
  ['openai-chat', { messages: ['hi'] }],
  ['openai-chat', { tools: [{ type: 'custom' }] }],
  ['openai-chat', { functions: [] }],
  ['openai-chat', { tool_choice: 'maybe' }],
  ['openai-chat', { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }] }],
  ['openai-chat', { messages: [{ role: 'tool', content: 'no id' }] }],
  ['openai-chat', { temperature: 'hot' }],
  ['anthropic-messages', { messages: [{ role: 'robot', content: 'x' }] }],
  ['anthropic-messages', { messages: [{ role: 'user' }] }],
  [
    'anthropic-messages',
    { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'f', input: 'x' }] }] },
  ],
  ['anthropic-messages', { tool_choice: { type: 'maybe' } }],
  ['anthropic-messages', { thinking: 'loud' }],
] as [ProtocolName, object][])('%s cannot translate %j and says so with 400', (name, fields) => {
  expect(errorOf(() => protocols[name].parse(Buffer.from(body(fields)), '')).status).toBe(400);
});

test.each([
  [{ n: 2 }, ['n']],
  [{ modalities: ['text', 'audio'], audio: { voice: 'alloy', format: 'wav' } }, ['modalities']],
  [{ web_search_options: {} }, ['web_search_options']],
  [{ n: 1, modalities: ['text'], web_search_options: null }, undefined],
])('an OpenAI chat with %j requests what other providers do not support: %j', (fields, names) => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields };
  expect(protocols['openai-chat'].parse(Buffer.from(JSON.stringify(body)), '').nativeOnly).toEqual(names);
});
