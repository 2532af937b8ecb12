import { anthropicViolations } from '../../../../test/doubles/strict/anthropic-rules.js';
import type { Json } from '../../../../test/doubles/strict/violations.js';
import {
  assistant,
  callFor,
  chat,
  parsed,
  result,
  text,
  user,
} from '../../../../test/dialects/canonical-chats.js';
import { bodyOf } from '../../../../test/dialects/recorded.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import type { ProtocolName } from '../../protocols/protocol.js';
import type { Target } from '../../kit/provider.js';

const ANTHROPIC: Partial<Target> = { type: 14, model: 'claude-sonnet-4-5' };
const OLD: Partial<Target> = { type: 14, model: 'claude-3-7-sonnet-20250219' };
const BEDROCK: Partial<Target> = {
  type: 33,
  key: 'AKID|secret|us-east-1',
  model: 'claude-sonnet-4-5-20250929',
};
const VERTEX: Partial<Target> = {
  type: 41,
  model: 'claude-sonnet-4-5',
  key: JSON.stringify({ type: 'service_account', project_id: 'p', client_email: 'c@p', private_key: 'k' }),
};

const call = (id: string) => ({ type: 'tool-call' as const, id, name: 'f', arguments: '{}' });

/** The body, which violates no rule of Anthropic. */
function sent(request: CanonicalChat, to: Partial<Target> = ANTHROPIC): Json {
  const { anthropic_version: _version, ...body } = bodyOf(callFor(request, to)) as Record<string, unknown>;
  const signed = { signatures: new Set(['signed']) };
  expect(anthropicViolations({ model: to.model, ...body }, { 'anthropic-version': 'x' }, signed)).toEqual([]);
  return body;
}

const toolsFor = (request: CanonicalChat, to?: Partial<Target>) => sent(request, to).tools as Json[];

describe('strict tools', () => {
  const parameters = {
    type: 'object',
    properties: { a: { type: 'string', minLength: 1 } },
    required: ['a'],
    additionalProperties: false,
  };
  const enforced = {
    type: 'object',
    properties: { a: { type: 'string', description: '{"minLength":1}' } },
    required: ['a'],
    additionalProperties: false,
  };
  const requests: [ProtocolName, object][] = [
    [
      'openai-chat',
      {
        messages: [{ role: 'user', content: 'q' }],
        tools: [{ type: 'function', function: { name: 'f', parameters, strict: true } }],
      },
    ],
    ['openai-responses', { input: 'q', tools: [{ type: 'function', name: 'f', parameters, strict: true }] }],
  ];

  test.each(requests)('of %s are strict at Anthropic and on Bedrock', (protocol, body) => {
    for (const to of [ANTHROPIC, BEDROCK])
      expect(toolsFor(parsed(protocol, body), to)).toEqual([
        { name: 'f', input_schema: enforced, strict: true },
      ]);
  });

  test.each([
    ['for models without structured outputs', OLD],
    ['on Vertex AI, where organizations have to allow them', VERTEX],
  ])('are sent as they are %s', (_, to) => {
    for (const [protocol, body] of requests)
      expect(toolsFor(parsed(protocol, body), to)).toEqual([{ name: 'f', input_schema: parameters }]);
  });

  const strict = (schema: object, name = 'f') => ({ name, parameters: schema, strict: true });

  test.each([
    ['open objects', { type: 'object', properties: { a: { type: 'object', additionalProperties: true } } }],
    ['anything', { type: 'object', properties: { a: true }, additionalProperties: false }],
    ['recursion', { type: 'object', properties: { a: { $ref: '#' } }, additionalProperties: false }],
    [
      'unknown references',
      { type: 'object', properties: { a: { $ref: 'https://example.com/a' } }, additionalProperties: false },
    ],
    [
      'more optional parameters than the API compiles',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`p${at}`, { type: 'string' }])),
      },
    ],
  ])('are not strict with %s', (_, schema) => {
    expect(toolsFor(chat({ tools: [strict(schema)] }))[0]).not.toHaveProperty('strict');
  });

  test('are strict as far as the limits of a request go', () => {
    const tools = Array.from({ length: 22 }, (_, at) => strict(parameters, `f${at}`));
    expect(toolsFor(chat({ tools })).filter((tool) => tool.strict)).toHaveLength(20);
    const nullable = { type: ['string', 'null'] };
    const union = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`p${at}`, nullable])),
      required: Array.from({ length: 9 }, (_, at) => `p${at}`),
      additionalProperties: false,
    };
    const all = toolsFor(chat({ tools: [strict(union, 'a'), strict(union, 'b'), strict(parameters, 'c')] }));
    expect(all.map((tool) => tool.strict)).toEqual([true, undefined, true]);
    const responseFormat = { type: 'schema' as const, name: 'n', schema: union };
    const [tool] = toolsFor(chat({ tools: [strict(union)], responseFormat }));
    expect(tool).not.toHaveProperty('strict');
  });
});

describe('input schemas', () => {
  const schemaOf = (parameters: unknown) =>
    toolsFor(chat({ tools: [{ name: 'f', parameters }] }))[0]!.input_schema;

  test('of older drafts become valid in draft 2020-12', () => {
    expect(
      schemaOf({
        $schema: 'http://json-schema.org/draft-04/schema#',
        type: 'object',
        properties: {
          pair: { type: 'array', items: [{ type: 'string' }, true], additionalItems: false },
          positive: {
            type: 'number',
            minimum: 0,
            exclusiveMinimum: true,
            maximum: 9,
            exclusiveMaximum: false,
          },
          flag: { type: 'any', required: true, anyOf: [], minLength: '1' },
        },
        required: ['pair', 'pair'],
      }),
    ).toEqual({
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: {
        pair: { type: 'array', prefixItems: [{ type: 'string' }, true], items: false },
        positive: { type: 'number', exclusiveMinimum: 0, maximum: 9 },
        flag: {},
      },
      required: ['pair'],
    });
  });

  test('have no union at the root', () => {
    const variant = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } } });
    expect(schemaOf({ oneOf: [variant('a'), variant('b')] })).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    });
  });

  test('describe properties whose names are rejected', () => {
    expect(
      schemaOf({
        type: 'object',
        description: 'Options.',
        properties: { $filter: { type: 'string' }, top: { type: 'integer' } },
        required: ['$filter', 'top'],
        additionalProperties: false,
      }),
    ).toEqual({
      type: 'object',
      description:
        'Options.\nMore properties of this object, by name: {"$filter":{"type":"string"}}\nRequired: "$filter"',
      properties: { top: { type: 'integer' } },
      required: ['top'],
      additionalProperties: true,
    });
  });
});

describe('names and ids', () => {
  test.each([
    ['Anthropic', ANTHROPIC],
    ['Bedrock', BEDROCK],
    ['Vertex AI', VERTEX],
  ])('of tools are renamed for %s, and back in responses', (_, to) => {
    const turns = [
      user(text('q')),
      assistant({ ...call('functions.f:0'), name: 'fs.read-file' }),
      user(result('functions.f:0')),
    ];
    const request = chat({
      turns,
      tools: [{ name: 'fs.read-file' }],
      toolChoice: { type: 'tool', name: 'fs.read-file' },
    });
    const body = sent(request, to);
    expect(body).toMatchObject({
      tools: [{ name: 'fs_read-file' }],
      tool_choice: { type: 'tool', name: 'fs_read-file' },
      messages: [{}, { content: [{ type: 'tool_use', name: 'fs_read-file' }] }, {}],
    });
    expect(callFor(request, to).toolNames).toEqual(new Map([['fs_read-file', 'fs.read-file']]));
  });

  test('of calls differ, although some models number the calls of each response', () => {
    const turns = [
      user(text('q')),
      assistant(call('c')),
      user(result('c')),
      assistant(call('c')),
      user(result('c')),
    ];
    const [, first, , second, last] = sent(chat({ turns })).messages as Json[];
    expect(first).toMatchObject({ content: [{ id: 'c' }] });
    expect(second).toMatchObject({ content: [{ id: 'c_2' }] });
    expect(last).toMatchObject({ content: [{ tool_use_id: 'c_2' }] });
  });

  test('of users are at most 256 characters', () => {
    const { metadata } = sent(chat({ user: 'x'.repeat(300) }));
    expect(metadata).toEqual({ user_id: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(sent(chat({ user: 'x'.repeat(256) })).metadata).toEqual({ user_id: 'x'.repeat(256) });
  });
});

describe('a conversation that ends with the assistant', () => {
  const turns = [user(text('q')), assistant(text('So far \n'))];
  const lastOf = (request: Partial<CanonicalChat>, to: Partial<Target>) =>
    (sent(chat({ turns, ...request }), to).messages as Json[]).at(-1);
  const goOn = { role: 'user', content: [text('Continue.')] };

  test('is continued by older models, without white space at the end', () => {
    expect(lastOf({}, ANTHROPIC)).toEqual({ role: 'assistant', content: [text('So far')] });
  });

  test.each<[string, Partial<CanonicalChat>, Partial<Target>]>([
    ['newer models', {}, { type: 14, model: 'claude-opus-4-6' }],
    ['models that think', { reasoning: { type: 'budget', tokens: 2000 } }, ANTHROPIC],
    [
      'structured outputs',
      { responseFormat: { type: 'schema', name: 'n', schema: { type: 'object', properties: {} } } },
      ANTHROPIC,
    ],
    [
      'the forced JSON tool',
      { responseFormat: { type: 'schema', name: 'n', schema: { type: 'object', properties: {} } } },
      OLD,
    ],
  ])('ends with the user for %s', (_, request, to) => {
    expect(lastOf(request, to)).toEqual(goOn);
  });

  test('without content ends before it', () => {
    const empty = [user(text('q')), assistant({ type: 'reasoning', text: 'unsigned' })];
    expect(lastOf({ turns: empty }, ANTHROPIC)).toEqual({ role: 'user', content: [text('q')] });
  });
});

test('images of the assistant are part of the next message of the user, behind results', () => {
  const source = { type: 'base64' as const, mediaType: 'image/png', data: 'AAAA' };
  const turns = [user(text('q')), assistant({ type: 'image', source }, call('c')), user(result('c'))];
  expect(sent(chat({ turns })).messages).toMatchObject([
    {},
    { content: [{ type: 'tool_use' }] },
    { content: [{ type: 'tool_result' }, { type: 'image' }] },
  ]);
});

test('at most four cache hints are sent, the last ones', () => {
  const cache = { ttl: '5m' as const };
  const body = sent(
    chat({
      system: [{ ...text('s'), cache }],
      tools: [{ name: 'f', cache }],
      turns: [user(...['a', 'b', 'c', 'd'].map((value) => ({ ...text(value), cache })))],
    }),
  );
  expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(4);
  expect(JSON.stringify(body.messages).match(/cache_control/g)).toHaveLength(4);
});

test('thinking by budget needs its blocks before results, also if the user said more after them', () => {
  const turns = [user(text('q')), assistant(text('Hm.'), call('c')), user(result('c')), user(text('and?'))];
  const reasoning = { type: 'budget' as const, tokens: 2000 };
  expect(sent(chat({ turns, reasoning }))).not.toHaveProperty('thinking');
  const signed = { type: 'reasoning' as const, text: 'Hm.', signature: 'signed' };
  const conversation = [
    user(text('q')),
    assistant(signed),
    assistant(call('c')),
    user(result('c')),
    user(text('and?')),
  ];
  expect(sent(chat({ turns: conversation, reasoning }))).toMatchObject({ thinking: { type: 'enabled' } });
});

test('the output limit is at most that of the model', () => {
  const to = (model: string) => sent(chat({ maxTokens: 200_000 }), { type: 14, model }).max_tokens;
  expect(to('claude-3-haiku-20240307')).toBe(4096);
  expect(to('claude-opus-4-1-20250805')).toBe(32_000);
  expect(to('claude-sonnet-4-5')).toBe(64_000);
  expect(to('claude-opus-4-8')).toBe(200_000);
});
