import { z } from 'zod';
import { describedBy } from './api-description.js';

/** Schemas of a request that the route parses itself, outside the schema pipe. */
interface Request {
  /** An object schema with one member per parameter. */
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
}

/**
 * Documents in OpenAPI a request that the route parses itself, such as a body whose schema depends on the query. It
 * validates nothing.
 */
export const ApiRequest = ({ query, body }: Request): MethodDecorator =>
  describedBy(({ ApiBody, ApiQuery }) => [
    ...Object.entries(query?.shape ?? {}).map(([name, schema]) =>
      ApiQuery({ name, required: !schema.safeParse(undefined).success, schema: jsonSchema(schema) }),
    ),
    ...(body === undefined ? [] : [ApiBody({ schema: jsonSchema(body) })]),
  ]);

function jsonSchema(schema: z.core.$ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
