import { converseViolations } from '../../../../test/doubles/strict/converse-rules.js';
import type { Json } from '../../../../test/doubles/strict/violations.js';
import { assistant, callFor, chat, text, user } from '../../../../test/dialects/canonical-chats.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import type { CanonicalChat } from '../../canonical/chat.js';

const NOVA = 'amazon.nova-pro-v1:0';
const LLAMA = 'us.meta.llama3-3-70b-instruct-v1:0';
const GPT = 'openai.gpt-oss-120b-1:0';

const callTo = (model: string, overrides: Partial<CanonicalChat>) =>
  callFor(chat({ model, ...overrides }), { type: 33, key: 'AKID|secret|us-east-1', model });

/** The body, which violates no rule of Converse. */
function sent(model: string, overrides: Partial<CanonicalChat>): Json {
  const body = bodyOf(callTo(model, overrides)) as Json;
  expect(converseViolations(body, model)).toEqual([]);
  return body;
}

describe('strict tools', () => {
  const parameters = {
    type: 'object',
    properties: { a: { type: 'integer', minimum: 1 } },
    required: ['a'],
    additionalProperties: false,
  };
  const tools = [{ name: 'f', parameters, strict: true }];

  test('are strict for models with structured outputs', () => {
    const json = { ...parameters, properties: { a: { type: 'integer', description: '{"minimum":1}' } } };
    expect(sent(GPT, { tools }).toolConfig).toEqual({
      tools: [{ toolSpec: { name: 'f', inputSchema: { json }, strict: true } }],
    });
  });

  test('are sent as they are to the others, and with schemas that cannot be enforced', () => {
    const plain = (schema: object) => ({
      tools: [{ toolSpec: { name: 'f', inputSchema: { json: schema } } }],
    });
    expect(sent(NOVA, { tools }).toolConfig).toEqual(plain(parameters));
    const open = { type: 'object', properties: { a: {} } };
    expect(sent(GPT, { tools: [{ name: 'f', parameters: open, strict: true }] }).toolConfig).toEqual(
      plain(open),
    );
  });
});

test('names of tools are replaced, and back in responses', () => {
  const names = ['fs.read-file', 'x'.repeat(65)];
  const calls = names.map((name, at) => ({ type: 'tool-call' as const, id: `${at}`, name, arguments: '{}' }));
  const results = calls.map(({ id }) => ({ type: 'tool-result' as const, id, parts: [text('r')] }));
  const overrides = {
    turns: [user(text('q')), assistant(...calls), user(...results)],
    tools: names.map((name) => ({ name })),
  };
  sent(NOVA, overrides);
  const { toolNames } = callTo(NOVA, overrides);
  expect([...(toolNames ?? [])].map(([, name]) => name)).toEqual(names);
  expect(toolNames?.get('fs_read-file')).toBe('fs.read-file');
});

test('a response at the end is followed by the user for models that do not continue it', () => {
  const turns = [user(text('q')), assistant(text('So far'))];
  expect(sent(NOVA, { turns }).messages).toHaveLength(2);
  expect(sent(LLAMA, { turns }).messages).toEqual([
    { role: 'user', content: [{ text: 'q' }] },
    { role: 'assistant', content: [{ text: 'So far' }] },
    { role: 'user', content: [{ text: 'Continue.' }] },
  ]);
  const empty = [user(text('q')), assistant({ type: 'reasoning', text: 'unsigned' })];
  expect(sent(LLAMA, { turns: empty }).messages).toHaveLength(1);
});

test('a union at the root of a schema is one object', () => {
  const variant = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
  const parameters = { anyOf: [variant('a'), variant('b')] };
  expect(sent(NOVA, { tools: [{ name: 'f', parameters }] }).toolConfig).toMatchObject({
    tools: [{ toolSpec: { inputSchema: { json: { type: 'object', properties: { a: {}, b: {} } } } } }],
  });
});
