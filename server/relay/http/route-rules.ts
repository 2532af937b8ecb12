import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { invalidUrl } from '../../core/http/not-found.js';
import { relayHeaders } from '../pipeline/headers.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';

/** HEAD comes with GET. */
const EVERY: HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Known to clients, not built: 501 instead of 404 (spec/relay-and-billing.md B2, E0, F8). */
const NOT_BUILT: readonly { readonly method: HTTPMethods[]; readonly paths: readonly string[] }[] = [
  {
    method: EVERY,
    paths: [
      ...['files', 'uploads', 'batches', 'vector_stores', 'fine-tunes', 'videos'].flatMap((name) => [
        `/v1/${name}`,
        `/v1/${name}/*`,
      ]),
      '/v1/fine_tuning/*',
      '/v1/video/*',
      ...['interactions', 'cachedContents', 'files'].flatMap((name) => [
        `/v1beta/${name}`,
        `/v1beta/${name}/*`,
      ]),
      '/upload/v1beta/files',
      '/kling/v1/videos/*',
      '/jimeng',
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

/** Whatever is not served below these is told so in its client's words, and pages of other sites may read it. */
const ROOTS = ['/v1/*', '/v1beta/*'];
/** A browser may ask before any call below these. */
const OPEN = [...ROOTS, '/v2/*', '/pg/*', '/upload/v1beta/*'];

/**
 * What every path has that no route of its own answers: 501, 404 or a preflight. Nothing of a body is read for it. A wrong
 * method on a known path is an unknown path (spec/management-api.md 1.7).
 * @param protocolOf in whose words a call is answered
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
