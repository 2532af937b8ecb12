import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../contract/errors/api-error.js';
import { isTooDeep } from '../../contract/json-depth.js';

/**
 * Largest management request body of an authenticated client, MiB. Options are JSON texts; price tables of tens of
 * thousands of models fit. Relay routes have their own limit.
 */
export const MANAGEMENT_BODY_MB = 4;

/** Type of bodies that are read as a stream. */
const STREAMED_TYPE = 'application/octet-stream';

/**
 * Makes JSON the only body type of the management API. Forms are not parsed, because any page could make a browser send
 * one. An empty body counts as absent, since many clients send a JSON content type on every request. Deeply nested JSON
 * is rejected before it is parsed. Routes with `streamsBody` get files as a stream, unread.
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
  // No form of a page can send this type either.
  fastify.addContentTypeParser(STREAMED_TYPE, (request, payload, done) => {
    if (request.routeOptions.config.streamsBody === true) done(null, payload);
    else done(Object.assign(new ApiError('invalid_parameters'), { statusCode: 415 }));
  });
}
