import fc from 'fast-check';
import { geminiViolations } from '../../../../test/doubles/strict/gemini-rules.js';
import type { Json } from '../../../../test/doubles/strict/violations.js';
import { bodyOf, targetOf } from '../../../../test/dialects/recorded.js';
import { anthropicMessages } from '../../protocols/anthropic-messages/index.js';
import type { CanonicalChat } from '../../canonical/chat.js';
import { gemini } from './index.js';
import { parametersOf, responseSchemaOf, toGoogleSchema } from './schema.js';
import { seededRuns } from '../../../../test/setup/properties.js';

const string = { type: 'string' };
const ofAnything = {
  anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'object' }],
};

test.each<[name: string, schema: unknown, converted: object]>([
  ['an array without items', { type: 'array' }, { type: 'array', items: ofAnything }],
  [
    'an array or null without items',
    { type: ['array', 'null'] },
    { type: 'array', items: ofAnything, nullable: true },
  ],
  [
    'arrays in arrays',
    { type: 'array', items: { type: 'array' } },
    { type: 'array', items: { type: 'array', items: ofAnything } },
  ],
  [
    'an array of any items',
    { type: 'array', items: true, maxItems: 2 },
    { type: 'array', items: ofAnything, maxItems: 2 },
  ],
  [
    'a tuple',
    { type: 'array', prefixItems: [string, { type: 'integer' }], items: false },
    { type: 'array', items: { anyOf: [string, { type: 'integer' }] } },
  ],
  [
    'a tuple of older drafts',
    { type: 'array', items: [string, string] },
    { type: 'array', items: { anyOf: [string, string] } },
  ],
  [
    'required names that are no properties',
    { type: 'object', properties: { a: string }, required: ['a', 'b', 'a'] },
    { type: 'object', properties: { a: string }, required: ['a'] },
  ],
  ['an object without properties', { type: 'object', properties: {}, required: ['a'] }, { type: 'object' }],
  [
    'properties that may be anything, and one that must be absent',
    { properties: { a: true, b: false }, required: ['b'] },
    {
      type: 'object',
      properties: { a: { anyOf: [...ofAnything.anyOf, { type: 'array', items: ofAnything }] } },
    },
  ],
  [
    'texts that several schemas limit',
    { description: 'D', allOf: [{ type: 'string', enum: ['a', 'b'] }, { allOf: [{ maxLength: 5 }] }] },
    { type: 'string', description: 'D', enum: ['a', 'b'], maxLength: 5 },
  ],
  [
    'an array or null that another schema limits',
    { type: ['array', 'null'], items: string, allOf: [{ maxItems: 2 }] },
    { type: 'array', items: string, maxItems: 2, nullable: true },
  ],
  [
    'alternatives inside of allOf',
    { allOf: [{ anyOf: [string, { type: 'null' }] }] },
    { ...string, nullable: true },
  ],
  [
    'an object with alternatives that may be null',
    { type: ['object', 'null'], properties: { a: string }, anyOf: [{ required: ['a'] }] },
    { type: 'object', properties: { a: string }, required: ['a'], nullable: true },
  ],
  [
    'a property that two schemas describe',
    { properties: { a: string }, allOf: [{ properties: { a: { enum: ['x'] } } }] },
    { type: 'object', properties: { a: { ...string, enum: ['x'] } } },
  ],
  ['an enumeration of numbers', { enum: [1, 2] }, { type: 'number', description: 'One of: 1, 2' }],
  ['an enumeration with an empty text', { type: 'string', enum: ['', 'a'] }, { type: 'string', enum: ['a'] }],
  [
    'an enumeration of texts and numbers',
    { description: 'D', enum: ['a', 1, null] },
    {
      anyOf: [
        { type: 'string', description: 'D', enum: ['a'], nullable: true },
        { type: 'number', description: 'D\nOne of: 1', nullable: true },
      ],
    },
  ],
  ['a constant', { const: false }, { type: 'boolean', description: 'One of: false' }],
  [
    'several types',
    { type: ['string', 'array', 'null'], items: string, description: 'D' },
    {
      anyOf: [
        { type: 'string', description: 'D', nullable: true },
        { type: 'array', description: 'D', items: string, nullable: true },
      ],
    },
  ],
  [
    'a union with a description, of unions',
    { description: 'D', anyOf: [string, { oneOf: [{ type: 'integer' }, { type: 'boolean' }] }] },
    {
      anyOf: [
        { type: 'string', description: 'D' },
        { type: 'integer', description: 'D' },
        { type: 'boolean', description: 'D' },
      ],
    },
  ],
  [
    'properties beside a union',
    {
      type: 'object',
      properties: { kind: string },
      required: ['kind'],
      oneOf: [{ properties: { a: string }, required: ['a'] }, { properties: { b: string } }],
    },
    { type: 'object', properties: { kind: string, a: string, b: string }, required: ['kind'] },
  ],
  [
    'a union beside the type of a value',
    { type: 'string', anyOf: [{ maxLength: 2 }, { pattern: 'a' }] },
    string,
  ],
  ['a type that does not exist', { type: 'any', minLength: 2 }, { type: 'string', minLength: 2 }],
  [
    'constraints of another kind',
    { type: 'integer', minimum: '1', exclusiveMaximum: true },
    { type: 'integer' },
  ],
  ['null alone', { type: 'null' }, { type: 'string', nullable: true }],
])('%s', (_, schema, converted) => {
  expect(toGoogleSchema(schema)).toEqual(converted);
});

describe('references', () => {
  const tree = {
    type: 'object',
    properties: {
      value: { $ref: '#/definitions/Value', description: 'D' },
      children: { type: 'array', items: { $ref: '#/definitions/Tree' } },
    },
    required: ['value', 'children'],
  };

  test('are sent as JSON Schema: definitions at the root, nothing beside a reference, circles not required', () => {
    const schema = {
      type: 'object',
      properties: { tree: { $ref: '#/definitions/Tree' }, other: { $ref: 'https://example.com/a' } },
      required: ['tree', 'missing'],
      definitions: { Tree: tree, Value: { const: 7, $comment: 'C' }, Unused: {} },
    };
    expect(parametersOf(schema)).toEqual({
      parametersJsonSchema: {
        type: 'object',
        properties: { tree: { $ref: '#/$defs/Tree' }, other: {} },
        required: ['tree'],
        $defs: {
          Tree: {
            type: 'object',
            properties: {
              value: { description: 'D', anyOf: [{ $ref: '#/$defs/Value' }] },
              children: { type: 'array', items: { $ref: '#/$defs/Tree' } },
            },
            required: ['value'],
          },
          Value: { enum: [7] },
        },
      },
    });
  });

  test('circles through other definitions are not required, references to them from outside are', () => {
    const of = (...names: string[]) => ({
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }])),
      required: names,
    });
    const $defs = { a: of('b', 'd'), b: of('c'), c: of('a', 'd'), d: of('e'), e: { type: 'string' } };
    const { required: _open, ...open } = of('b', 'd');
    const { required: _b, ...b } = of('c');
    expect(parametersOf({ ...of('a'), $defs })).toEqual({
      parametersJsonSchema: {
        ...of('a'),
        $defs: { ...$defs, a: { ...open, required: ['d'] }, b, c: { ...of('a', 'd'), required: ['d'] } },
      },
    });
  });

  test('are converted in time that grows with their number', () => {
    const size = 20_000;
    const definitions = Array.from({ length: size }, (_, index) => [
      `d${index}`,
      {
        type: 'object',
        properties: { next: { $ref: `#/$defs/d${(index + 1) % size}` } },
        required: ['next'],
      },
    ]);
    const schema = { properties: { a: { $ref: '#/$defs/d0' } }, $defs: Object.fromEntries(definitions) };
    expect(parametersOf(schema)).toMatchObject({
      parametersJsonSchema: { $defs: { d9: { properties: {} } } },
    });
  });

  test('definitions of one name at different places stay apart', () => {
    const place = (type: string) => ({ $defs: { same: { type } } });
    const schema = {
      properties: { x: { $ref: '#/a/$defs/same' }, y: { $ref: '#/b/$defs/same' } },
      a: place('string'),
      b: place('number'),
    };
    expect(parametersOf(schema)).toEqual({
      parametersJsonSchema: {
        type: 'object',
        properties: { x: { $ref: '#/$defs/same' }, y: { $ref: '#/$defs/same_2' } },
        $defs: { same: { type: 'string' }, same_2: { type: 'number' } },
      },
    });
  });

  test('at the root are replaced, since parameters must be an object', () => {
    expect(parametersOf({ $ref: '#/$defs/F', $defs: { F: { properties: { a: string } } } })).toEqual({
      parameters: { type: 'object', properties: { a: string } },
    });
  });

  test('of a response are kept', () => {
    const schema = { type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'array' } } };
    expect(responseSchemaOf(schema)).toEqual({
      responseJsonSchema: { ...schema, $defs: { a: { type: 'array', items: {} } } },
    });
  });
});

test('an array without items in a tool of Messages', () => {
  const request = {
    model: 'm',
    max_tokens: 9,
    messages: [{ role: 'user', content: 'q' }],
    tools: [{ name: 'f', input_schema: { type: 'object', properties: { labels: { type: 'array' } } } }],
  };
  const chat = anthropicMessages.parse(Buffer.from(JSON.stringify(request)), '');
  expect(violations(chat)).toEqual([]);
});

/** Any JSON Schema, with members in wrong places too. */
const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom<unknown>(true, false, {}, { type: 'array' }, { $ref: '#/$defs/a' }, { $ref: '#' }),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'any'),
          fc.subarray(['string', 'integer', 'array', 'object', 'null'], { minLength: 1 }),
        ),
        description: fc.string(),
        properties: fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'), { maxKeys: 2 }),
        required: fc.subarray(['a', 'b', 'c']),
        items: fc.oneof(tie('schema'), fc.array(tie('schema'), { maxLength: 2 })),
        prefixItems: fc.array(tie('schema'), { maxLength: 2 }),
        anyOf: fc.array(tie('schema'), { maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { maxLength: 2 }),
        allOf: fc.array(tie('schema'), { maxLength: 2 }),
        enum: fc.array(fc.constantFrom<unknown>('', 'x', 1, null, true, {}), { maxLength: 3 }),
        const: fc.constantFrom<unknown>('x', 1, null, false),
        format: fc.constantFrom('uri', 'date-time', 'int32'),
        minimum: fc.oneof(fc.integer(), fc.boolean()),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        nullable: fc.boolean(),
        not: tie('schema'),
        $comment: fc.string(),
      },
      { requiredKeys: [] },
    ),
  ),
})).schema;

test('every schema becomes one that Google accepts', () => {
  fc.assert(
    fc.property(schemas, schemas, (schema, definition) => {
      const whole = { $defs: { a: definition }, ...(typeof schema === 'object' ? schema : {}) };
      const turns: CanonicalChat['turns'] = [{ role: 'user', parts: [{ type: 'text', text: 'q' }] }];
      const base = { model: 'gemini-3-pro', system: [], turns, stream: false, includeUsage: false };
      expect(violations({ ...base, tools: [{ name: 'f', parameters: whole }] })).toEqual([]);
      const responseFormat = { type: 'schema' as const, name: 'n', schema: whole };
      expect(violations({ ...base, tools: [], responseFormat })).toEqual([]);
    }),
    seededRuns(150),
  );
});

function violations(chat: CanonicalChat): string[] {
  const model = 'gemini-3-pro';
  const call = gemini.chat!.request(chat, targetOf({ type: 24, model }));
  return geminiViolations(bodyOf(call) as Json, model, { signatures: new Set() });
}
