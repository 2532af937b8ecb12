import type { FastifyInstance } from 'fastify';

/** Largest body of a management request, MiB; a price table of thousands of models fits. Relay routes have their own limit. */
export const MANAGEMENT_BODY_MB = 4;

/**
 * JSON is the only body the management API reads: forms, which any page could make a browser send, are not. An empty body
 * counts as none, since many clients announce JSON on every request.
 */
export function readJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
