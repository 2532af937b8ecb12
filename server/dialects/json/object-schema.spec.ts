import { objectSchema, referenced } from './object-schema.js';

describe('a reference', () => {
  const root = { $defs: { a: { type: 'string' }, 'b/c d': { x: 1 } }, list: [{ y: 2 }] };

  test.each<[string, unknown]>([
    ['#', root],
    ['#/$defs/a', { type: 'string' }],
    ['#/$defs/b~1c%20d/x', 1],
    ['#/list/0', { y: 2 }],
    ['#/$defs/constructor', undefined],
    ['#/$defs/%', undefined],
    ['https://example.com/schema', undefined],
  ])('%s', (reference, value) => {
    expect(referenced(root, reference)).toEqual(value);
  });
});

describe('the schema of a function', () => {
  const string = { type: 'string' };

  test('stays as it is without references and compositions at its root', () => {
    const schema = { type: 'object', properties: { a: { anyOf: [string] } } };
    expect(objectSchema(schema)).toBe(schema);
    expect(objectSchema({})).toEqual({ type: 'object' });
  });

  test('of variants has the properties of all, and requires what all require', () => {
    expect(
      objectSchema({
        description: 'D',
        oneOf: [
          { type: 'object', properties: { kind: { const: 'a' }, x: string }, required: ['kind', 'x'] },
          { $ref: '#/$defs/b' },
        ],
        $defs: { b: { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] } },
      }),
    ).toMatchObject({
      type: 'object',
      description: 'D',
      properties: { kind: { anyOf: [{ const: 'a' }, { const: 'b' }] }, x: string },
      required: ['kind'],
    });
  });

  test('of a reference is the schema it refers to', () => {
    const schema = {
      $ref: '#/definitions/F',
      definitions: { F: { allOf: [{ properties: { a: string } }, { required: ['a'] }] } },
    };
    expect(objectSchema(schema)).toMatchObject({
      type: 'object',
      properties: { a: string },
      required: ['a'],
    });
    expect(objectSchema(schema)).not.toHaveProperty('$ref');
  });

  test('that refers to itself ends', () => {
    const schema = { anyOf: [{ $ref: '#' }, { $ref: '#/$defs/a' }], $defs: { a: { $ref: '#/$defs/a' } } };
    expect(objectSchema(schema)).toMatchObject({ type: 'object' });
  });
});

test('definitions that use each other twice do not multiply', () => {
  const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
  const $defs = Object.fromEntries(
    names.map((name, index) => {
      const next = { $ref: `#/$defs/d${index + 1}` };
      return [name, { anyOf: [next, { allOf: [next] }] }];
    }),
  );
  expect(objectSchema({ $ref: '#/$defs/d0', $defs })).toMatchObject({ type: 'object' });
});
