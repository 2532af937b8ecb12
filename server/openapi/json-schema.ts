import { z } from 'zod';

/** A JSON schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = z.core.JSONSchema.JSONSchema;

/**
 * Converts a zod schema for the API description. Schemas with an id (`.meta({ id })`) become components. Rules that JSON
 * schema cannot express are omitted; requests are validated by the zod schema itself.
 * @param side `input`: what a client may send; `output`: what it receives
 */
export function convert(
  schema: z.ZodType,
  side: 'input' | 'output',
): { schema: JsonSchema; components: Record<string, JsonSchema> } {
  const {
    $schema: _dialect,
    $defs = {},
    ...rest
  } = z.toJSONSchema(schema, {
    io: side,
    unrepresentable: 'any',
    reused: 'inline',
  });
  const components = Object.entries($defs).map(([name, { id: _id, ...one }]) => [name, one]);
  return { schema: rest, components: Object.fromEntries(components) as Record<string, JsonSchema> };
}

/**
 * Schema of a request body: unknown members are ignored, and optional members may be null
 * (`server/core/http/lenient-input.ts`).
 */
export function lenientBody(schema: JsonSchema): JsonSchema {
  const { additionalProperties, properties, ...rest } = schema;
  const required = new Set(schema.required);
  const members = Object.entries(properties ?? {}).map(([name, member]) => [
    name,
    typeof member === 'boolean' || required.has(name) ? member : nullable(member),
  ]);
  return {
    ...rest,
    ...(schema.anyOf !== undefined && { anyOf: schema.anyOf.map(lenientBody) }),
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
