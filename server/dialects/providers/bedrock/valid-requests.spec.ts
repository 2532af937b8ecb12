import { converseViolations } from '../../../../test/doubles/strict/converse-rules.js';
import type { Json } from '../../../../test/doubles/strict/violations.js';
import { assistant, callFor, chat, text, user } from '../../../../test/dialects/canonical-chats.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import type { CanonicalChat } from '../../canonical/chat.js';

const NOVA = 'amazon.nova-pro-v1:0';
const LLAMA = 'us.meta.llama3-3-70b-instruct-v1:0';
const GPT = 'openai.gpt-oss-120b-1:0';
const ARN = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/abc';

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

test('cache points are sent to models that have them, the last four', () => {
  const cache = { ttl: '1h' as const };
  const overrides: Partial<CanonicalChat> = {
    system: [{ ...text('s'), cache }],
    turns: [user(...['a', 'b', 'c', 'd'].map((value) => ({ ...text(value), cache })))],
  };
  const point = { cachePoint: { type: 'default' } };
  expect(sent(NOVA, overrides)).toMatchObject({
    system: [{ text: 's' }],
    messages: [
      { content: [{ text: 'a' }, point, { text: 'b' }, point, { text: 'c' }, point, { text: 'd' }, point] },
    ],
  });
  expect(sent(NOVA, { system: overrides.system! }).system).toEqual([{ text: 's' }, point]);
  expect(JSON.stringify(sent(LLAMA, overrides))).not.toContain('cachePoint');
});

test('signed reasoning is sent back to models that may need it', () => {
  const turns = [
    user(text('q')),
    assistant(
      { type: 'reasoning', text: 'so', signature: 'c2ln' },
      { type: 'reasoning', text: 'unsigned' },
      { type: 'reasoning-redacted', data: 'b3BhcXVl' },
      text('a'),
    ),
  ];
  expect(sent(ARN, { turns }).messages).toMatchObject([
    {},
    {
      content: [
        { reasoningContent: { reasoningText: { text: 'so', signature: 'c2ln' } } },
        { reasoningContent: { redactedContent: 'b3BhcXVl' } },
        { text: 'a' },
      ],
    },
  ]);
  for (const model of ['deepseek.r1-v1:0', 'xai.grok-4.7'])
    expect(sent(model, { turns }).messages).toMatchObject([
      {},
      { content: [{ text: 'a' }] },
      { role: 'user' },
    ]);
});

test('a schema of the response is sent to models that support it, others are instructed', () => {
  const schema = { type: 'object', properties: { a: { type: 'integer', minimum: 1 } }, required: ['a'] };
  const responseFormat = { type: 'schema' as const, name: 'answer', schema };
  const { outputConfig } = sent('qwen.qwen3-32b-v1:0', { responseFormat }) as {
    outputConfig: {
      textFormat: { type: string; structure: { jsonSchema: { name: string; schema: string } } };
    };
  };
  expect(outputConfig.textFormat).toMatchObject({
    type: 'json_schema',
    structure: { jsonSchema: { name: 'answer' } },
  });
  expect(JSON.parse(outputConfig.textFormat.structure.jsonSchema.schema)).toMatchObject({
    type: 'object',
    additionalProperties: false,
  });
  const instructed = sent(NOVA, { responseFormat, system: [text('s')] });
  expect(instructed).not.toHaveProperty('outputConfig');
  expect(instructed.system).toMatchObject([
    { text: 's' },
    { text: expect.stringContaining('"minimum":1') as string },
  ]);
  expect(sent(NOVA, { responseFormat: { type: 'json' } }).system).toMatchObject([
    { text: expect.stringContaining('JSON') as string },
  ]);
  expect(sent(NOVA, { responseFormat: { type: 'text' } })).not.toHaveProperty('system');
});
