import { z } from 'zod';
import { KINDS, type Kind } from './kinds.js';
import { manifestSchema } from './manifest.js';

/** The JSON Schema (draft 2020-12) of the lines of a kind, as text. */
export function lineSchema(kind: Kind): string {
  return schemaText(KINDS[kind], `A line of ${kind}.ndjson`);
}

/** Of `manifest.json`. */
export function manifestJsonSchema(): string {
  return schemaText(manifestSchema, 'The manifest of an export');
}

function schemaText(schema: z.ZodType, title: string): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}
