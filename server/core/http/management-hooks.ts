import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.js';
import type { RateLimits } from './rate-limits.js';

/** Paths of the management API, which share one limit per address and are never stored by caches. */
const MANAGEMENT = /^\/(api|dashboard)(\/|\?|$)/;

/** What happens to every request before its route: the request id; and for management paths, no caching and the limit. */
export function addManagementHooks(fastify: FastifyInstance, limits: RateLimits): void {
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.header('X-Oneapi-Request-Id', request.id);
    if (!MANAGEMENT.test(request.url)) return;
    void reply.header('Cache-Control', 'no-store');
    // Probes come often and from one address: they must not use up what people need.
    if (request.url.startsWith('/api/health/')) return;
    try {
      await limits.countApi(request);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await reply
        .code(error.status)
        .header('Retry-After', error.retryAfterSeconds ?? 1)
        .send({ success: false, message: error.message, data: null });
    }
  });
}
