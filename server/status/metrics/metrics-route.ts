import { Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import { notFound } from '../../core/http/not-found.js';
import type { Metrics } from './metrics.js';

/**
 * Registers `GET /metrics`. It exists only where `METRICS_TOKEN` is set, and only for clients that send it as a bearer token.
 * @param token undefined or '' = there is no such route
 */
export function serveMetrics(fastify: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  const logger = new Logger('Metrics');
  fastify.get('/metrics', async (request, reply) => {
    if (!token) return reply.code(404).send(notFound(request.method, request.url));
    if (!isEqual(request.headers.authorization ?? '', `Bearer ${token}`))
      return reply.code(401).header('www-authenticate', 'Bearer').send('unauthorized\n');
    try {
      const { type, body } = await metrics.text();
      return await reply.header('cache-control', 'no-store').type(type).send(body);
    } catch (error) {
      logger.warn(`metrics not read: ${String(error)}`);
      return reply.code(503).send('Postgres or Redis is unavailable\n');
    }
  });
}

/** In constant time, whatever the lengths. */
function isEqual(actual: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(actual), hash(expected));
}
