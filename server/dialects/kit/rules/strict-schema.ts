import { isRecord, list, record } from '../../json/lenient.js';

/** Keywords that strict schemas of OpenAI may not use. */
const UNSUPPORTED = [
  'allOf',
  'oneOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'patternProperties',
  'prefixItems',
  'unevaluatedProperties',
];

/**
 * Whether a schema may be marked as strict at OpenAI, which rejects it otherwise: every object is closed and requires all of
 * its properties, and every value has a type (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
 * Other providers take more schemas as strict.
 */
export function isStrictSchema(schema: unknown): boolean {
  return isRecord(schema) && schema.type === 'object' && isStrict(schema);
}

function isStrict(schema: unknown): boolean {
  if (!isRecord(schema) || UNSUPPORTED.some((name) => name in schema)) return false;
  const { type, properties, items, anyOf, $defs, definitions } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (types.includes('object')) {
    const required = list(schema.required);
    const names = Object.keys(record(properties));
    const isClosed = schema.additionalProperties === false;
    if (!isClosed || required.length !== names.length || !names.every((name) => required.includes(name)))
      return false;
  }
  if (types.includes('array') && !isStrict(items)) return false;
  const isTyped =
    type !== undefined || anyOf !== undefined || 'enum' in schema || 'const' in schema || '$ref' in schema;
  const inner = [
    ...Object.values(record(properties)),
    ...Object.values(record($defs)),
    ...Object.values(record(definitions)),
    ...list(anyOf),
  ];
  return isTyped && inner.every(isStrict);
}
