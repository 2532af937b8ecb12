import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import {
  updateRedemptionRequest,
  updateRedemptionStatusRequest,
} from '../../server/contract/resources/redemption.js';
import { updateTokenRequest, updateTokenStatusRequest } from '../../server/contract/resources/token.js';

/** Bodies whose schema depends on the query; controllers only document them. */
const ALTERNATIVES: Readonly<Record<string, z.ZodType>> = {
  'PUT /api/redemption': z.union([updateRedemptionRequest, updateRedemptionStatusRequest]),
  'PUT /api/token': z.union([updateTokenRequest, updateTokenStatusRequest]),
};

/** The schemas with which controllers read bodies, by method and path. */
export function bodySchemasOf(app: INestApplication): Map<string, z.ZodType> {
  const schemas: z.ZodType[] = [];
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    standardSchemaConverter: (schema) =>
      schema instanceof z.ZodType ? { schema: { 'x-schema': schemas.push(schema) - 1 } } : undefined,
  });
  const found = new Map(Object.entries(ALTERNATIVES));
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations) as [string, { requestBody?: object }][]) {
      const { content } = { content: {}, ...operation.requestBody } as {
        content: Record<string, { schema?: { 'x-schema'?: number } }>;
      };
      const index = content['application/json']?.schema?.['x-schema'];
      const schema = index === undefined ? undefined : schemas[index];
      if (schema !== undefined) found.set(`${method.toUpperCase()} ${path}`, schema);
    }
  return found;
}
