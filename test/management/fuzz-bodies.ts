import fc from 'fast-check';
import type { JsonSchema } from '../../server/openapi/json-schema.js';
import { anyCharacter } from '../setup/properties.js';

/** Characters. Two of them are more than any field takes, and a few of them less than the limit of a body. */
const HUGE = 600_000;

/** What every field of a body is given: over the edge of a column, of a double, of a text Postgres keeps. */
export const EDGES: readonly unknown[] = [
  -1,
  0.5,
  2 ** 31,
  2 ** 63,
  1e308,
  null,
  '',
  'a\0b',
  '\ud800',
  [-1],
  ['a\0b'],
];

/** The same for parameters in an address. */
export const EDGES_IN_ADDRESSES: readonly string[] = [
  '2147483648',
  '-2147483649',
  '999999999999999',
  '9223372036854775808',
  '-1',
  '0.5',
  'a\0b',
];

/** Numbers at and over the edges of what a column, a double and a rule may hold. */
const edgeNumber = fc.constantFrom(
  -1,
  0,
  0.5,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  2 ** 63,
  1e308,
  -1e308,
);

const oddText = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200b',
  '😀'.repeat(40),
  "'; DROP TABLE users; --",
  '%_\\',
  '{"a":',
  '[]',
  'null',
  '-1',
  'NaN',
  '__proto__',
  'javascript:alert(1)',
  'https://example.com/',
  'a,b',
  'x'.repeat(300),
);
const someText = fc.oneof(oddText, fc.string({ unit: anyCharacter, maxLength: 60 }));
const anyText = fc.oneof(
  { weight: 30, arbitrary: someText },
  { weight: 1, arbitrary: fc.constant('x'.repeat(HUGE)) },
);

/** What no field should take, or only some. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  edgeNumber,
  anyText,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(edgeNumber, anyText), { maxLength: 5 }),
  fc.dictionary(someText, edgeNumber, { maxKeys: 3 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** What stands in an address. */
export const oddParameter = fc
  .oneof(
    someText,
    edgeNumber.map(String),
    fc.constantFrom('NaN', 'undefined', 'null', 'true', '1e3', '0x10', '٣'),
  )
  // Half of a surrogate pair cannot be sent in one.
  .map((text) => Buffer.from(text).toString());

/** The names of fields a schema mentions, each with what it says about the field. */
export function fieldsOf(schema: JsonSchema): Map<string, JsonSchema> {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const here = Object.entries(schema.properties ?? {});
  const inside = alternatives.flatMap((one) => (typeof one === 'object' ? [...fieldsOf(one)] : []));
  return new Map([
    ...inside,
    ...here.flatMap(([name, one]) => (typeof one === 'object' ? [[name, one] as const] : [])),
  ]);
}

/** Does the schema hold the field to a type at all? Fields only sent back by forms are not. */
export function isTyped({ type, anyOf, enum: values, const: value }: JsonSchema): boolean {
  const here = type !== undefined || values !== undefined || value !== undefined;
  return here || (anyOf ?? []).some((one) => typeof one === 'object' && isTyped(one));
}

type Sample = Readonly<Record<string, unknown>>;

const without = (sample: Sample, name: string) =>
  Object.fromEntries(Object.entries(sample).filter(([key]) => key !== name));

/** Bodies that are wrong in one way or in all; some turn out right. */
export function badBody(sample: Sample, fields: readonly string[]): fc.Arbitrary<unknown> {
  const whole = fc.oneof(oddValue, fc.constant([]), fc.constant([sample]));
  if (fields.length === 0) return fc.oneof(whole, fc.dictionary(someText, oddValue, { maxKeys: 3 }));
  const field = fc.constantFrom(...fields);
  const pair = fc.tuple(field, oddValue);
  return fc.oneof(
    { weight: 9, arbitrary: pair.map(([name, value]) => ({ ...sample, [name]: value })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(pair, pair)
        .map(([[one, first], [other, second]]) => ({ ...sample, [one]: first, [other]: second })),
    },
    { weight: 2, arbitrary: fc.dictionary(field, oddValue, { maxKeys: fields.length }) },
    { weight: 2, arbitrary: field.map((name) => without(sample, name)) },
    {
      weight: 1,
      arbitrary: fc.tuple(someText, oddValue).map(([name, value]) => ({ ...sample, [`x${name}`]: value })),
    },
    { weight: 1, arbitrary: whole },
  );
}
