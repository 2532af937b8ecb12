import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { invalidUrl } from '../../core/http/not-found.js';
import { relayHeaders } from '../pipeline/headers.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';

/** Fastify registers HEAD together with GET. */
const EVERY: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Endpoints of the compatible APIs that are not implemented: 501 instead of 404. */
const NOT_BUILT: readonly { readonly method: HTTPMethods[]; readonly paths: readonly string[] }[] = [
  {
    method: EVERY,
    paths: [
      ...['files', 'uploads', 'batches', 'vector_stores', 'fine-tunes'].flatMap((name) => [
        `/v1/${name}`,
        `/v1/${name}/*`,
      ]),
      '/v1/fine_tuning/*',
      ...['characters', 'edits', 'extensions'].flatMap((name) => [
        `/v1/videos/${name}`,
        `/v1/videos/${name}/*`,
      ]),
      ...['interactions', 'cachedContents', 'files'].flatMap((name) => [
        `/v1beta/${name}`,
        `/v1beta/${name}/*`,
      ]),
      '/upload/v1beta/files',
      '/kling/v1/videos/*',
    ],
  },
  {
    method: ['POST'],
    paths: [
      '/v1/edits',
      '/v1/images/variations',
      '/v1/realtime/client_secrets',
      '/v1/realtime/calls',
      '/v1/live/sessions',
    ],
  },
  { method: ['GET'], paths: ['/v1/responses', '/v1/live/sessions'] },
  { method: ['DELETE'], paths: ['/v1/models/*'] },
];

/** Unknown paths below these get a 404 in the format of their protocol, readable by pages of other origins. */
const ROOTS = ['/v1/*', '/v1beta/*'];
/** Paths that answer CORS preflight requests. */
const OPEN = [...ROOTS, '/v2/*', '/pg/*', '/upload/v1beta/*'];

/**
 * Registers the fallback of every path without a route of its own: 501, 404 or a preflight response. The body is not read. A
 * wrong method on a known path counts as an unknown path.
 * @param protocolOf the protocol in whose format the error is written
 */
export function routeRules(scope: FastifyInstance, protocolOf: (request: FastifyRequest) => Protocol): void {
  const rule = (method: HTTPMethods[], url: string, say: typeof notBuilt) => {
    const answer = (request: FastifyRequest, reply: FastifyReply) => say(request, reply, protocolOf(request));
    scope.route({ method, url, onRequest: answer, handler: answer });
  };
  for (const { method, paths } of NOT_BUILT) for (const path of paths) rule(method, path, notBuilt);
  for (const path of ROOTS) rule(EVERY, path, unknownPath);
  for (const path of OPEN) scope.options(path, { onRequest: preflight }, preflight);
}

export function notBuilt(request: FastifyRequest, reply: FastifyReply, protocol: Protocol): void {
  const error = protocol.error({
    status: 501,
    message: 'API not implemented',
    kind: 'new_api_error',
    code: 'api_not_implemented',
  });
  void reply.code(501).headers(relayHeaders(request.id)).send(error);
}

export function unknownPath(request: FastifyRequest, reply: FastifyReply, protocol: Protocol): void {
  const message = invalidUrl(request.method, request.url);
  const error = protocol.error({ status: 404, message, kind: 'invalid_request_error', code: '' });
  void reply.code(404).headers(relayHeaders(request.id)).send(error);
}

function preflight(request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(204)
    .headers({
      ...relayHeaders(request.id),
      'access-control-allow-methods': 'GET,POST,PUT,DELETE,OPTIONS',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '43200',
    })
    .send();
}
