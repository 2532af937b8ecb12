import type { FastifyInstance } from 'fastify';
import { isTooDeep } from '../json-depth.js';

/**
 * Largest body of a management request of somebody who is signed in, MiB: options are JSON texts, and price tables of tens of
 * thousands of models fit. Relay routes have their own limit.
 */
export const MANAGEMENT_BODY_MB = 4;

/**
 * JSON is the only body the management API reads: forms, which any page could make a browser send, are not. An empty body
 * counts as none, since many clients announce JSON on every request. Deep nesting is refused before it is parsed.
 */
export function readJsonBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length === 0) done(null, undefined);
    else if (isTooDeep(bytes)) done(Object.assign(new Error('nested too deeply'), { statusCode: 400 }));
    else void parse(request, bytes.toString(), done);
  });
}
