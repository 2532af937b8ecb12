import { isStrictSchema } from './strict-schema.js';

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

test.each<[boolean, unknown]>([
  [true, object({})],
  [
    true,
    object({ a: { type: ['string', 'null'] }, b: { type: 'array', items: object({ c: { enum: [1] } }) } }),
  ],
  [
    true,
    object(
      { a: { $ref: '#/$defs/x' }, b: { anyOf: [{ type: 'null' }, object({})] } },
      { $defs: { x: object({}) } },
    ),
  ],
  [false, object({ a: { type: 'string' } }, { required: [] })],
  [false, object({ a: { type: 'string' } }, { required: ['b'] })],
  [false, object({}, { additionalProperties: undefined })],
  [false, object({ a: { type: 'array' } })],
  [false, object({ a: { type: 'object' } })],
  [false, object({ a: {} })],
  [false, object({ a: true })],
  [false, object({ a: { anyOf: [{ oneOf: [] }] } })],
  [false, object({ a: { $ref: '#/$defs/x' } }, { $defs: { x: { type: 'object' } } })],
  [false, { type: 'string' }],
  [false, undefined],
])('%p: %j', (isStrict, schema) => {
  expect(isStrictSchema(schema)).toBe(isStrict);
});
