import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Drain } from '../drain.js';
import { ApiError } from '../api-error.js';
import { notFound } from './not-found.js';
import type { RateLimits } from './rate-limits.js';
import type { PublicAddress } from './sessions.js';

/** Paths of the management API, which share one limit per address and are never stored by caches. */
const MANAGEMENT = /^\/(api|dashboard)(\/|\?|$)/;
/** Probes come often and from one address: they must not use up what people need. */
const PROBE = /^\/api\/health\//;

/** A year, for this host alone (https://www.rfc-editor.org/rfc/rfc6797); browsers heed it over https only. */
const HSTS = 'max-age=31536000';

/** What happens to every request before its route: the request id, and HSTS where the console is reached by https; for management paths also no caching, and the limit. */
export function addManagementHooks(
  fastify: FastifyInstance,
  limits: RateLimits,
  drain: Drain,
  publicAddress: PublicAddress,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (publicAddress().startsWith('https://')) void reply.header('Strict-Transport-Security', HSTS);
    void reply.header('X-Oneapi-Request-Id', request.id);
    // Kept-alive connections move to another process.
    if (drain.leaving) void reply.header('Connection', 'close');
    if (!MANAGEMENT.test(request.url)) return request.is404 ? refuseUnknown(request, reply) : done();
    void reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
    if (PROBE.test(request.url)) return done();
    drain.enter();
    reply.raw.once('close', () => drain.leave());
    limits.countApi(request).then(
      () => (request.is404 ? refuseUnknown(request, reply) : done()),
      (error: unknown) => {
        if (!(error instanceof ApiError))
          return done(error instanceof Error ? error : new Error(String(error)));
        void reply
          .code(error.status)
          .header('Retry-After', error.retryAfterSeconds ?? 1)
          .send({ success: false, message: error.message, data: null });
      },
    );
  });
}

/** Nothing of the body is read for a path that nobody serves. */
function refuseUnknown(request: FastifyRequest, reply: FastifyReply): void {
  void reply.code(404).send(notFound(request.method, request.url));
}
