import { z } from 'zod';

/** A JSON schema of the dialect OpenAPI 3.1 speaks. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * A zod schema in the words of the document. Rules JSON schema has no words for are left out; the server holds requests
 * against the zod schema itself.
 *
 * @param side `input`: what a client may send; `output`: what it gets
 */
export function jsonSchema(schema: z.ZodType, side: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    // Each schema stands alone in the document: references into itself would point nowhere.
    reused: 'inline',
  });
  return rest;
}

/**
 * What a client may send as a body: members that no schema mentions are ignored, and an optional member may be null
 * (`server/core/http/lenient-input.ts`).
 */
export function bodySchema(schema: z.ZodType): JsonSchema {
  return lenient(jsonSchema(schema, 'input'));
}

function lenient(schema: JsonSchema): JsonSchema {
  const { additionalProperties, properties, ...rest } = schema;
  const required = new Set(schema.required);
  const members = Object.entries(properties ?? {}).map(([name, member]) => [
    name,
    typeof member === 'boolean' || required.has(name) ? member : nullable(member),
  ]);
  return {
    ...rest,
    ...(schema.anyOf !== undefined && { anyOf: schema.anyOf.map(lenient) }),
    ...(properties !== undefined && { properties: Object.fromEntries(members) }),
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
  };
}

function nullable(schema: JsonSchema): JsonSchema {
  const { type, anyOf, enum: values, const: value } = schema;
  if (anyOf !== undefined)
    return anyOf.some((one) => one.type === 'null')
      ? schema
      : { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (values !== undefined || value !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return type === undefined ? schema : { anyOf: [schema, { type: 'null' }] };
}
