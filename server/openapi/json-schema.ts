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
