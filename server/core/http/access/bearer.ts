import type { FastifyRequest } from 'fastify';

/** The token of the `Authorization` header, with or without `Bearer `, as clients of the compatible API send it. */
export function bearerOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  if (authorization === undefined || authorization === '') return undefined;
  return authorization.replace('Bearer ', '').trim();
}
