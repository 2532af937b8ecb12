import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { calledPath, invalidUrl } from '../../core/http/not-found.js';
import { relayHeaders } from '../pipeline/client/headers.js';
import type { Protocol } from '../../dialects/protocols/protocol.js';
import { EVERY, UNBUILT } from './unbuilt-routes.js';

/** Unknown paths below these get a 404 in the format of their protocol, readable by pages of other origins. */
const ROOTS = ['/v1/*', '/v1beta/*', '/v1alpha/*'];
/** Paths that answer CORS preflight requests. */
const OPEN = [
  ...ROOTS,
  '/v2/*',
  '/pg/*',
  '/upload/v1beta/*',
  '/download/v1beta/*',
  '/mj/*',
  '/:mode/mj/*',
  '/suno/*',
  '/kling/*',
  '/jimeng',
  '/jimeng/*',
];

type Refuse = (request: FastifyRequest, reply: FastifyReply, protocol: Protocol) => void;

/**
 * Registers the fallback of every path without a route of its own: a 404 that names the API if it is one that the gateway
 * does not implement, else the address, or a preflight response. The body is not read. A wrong method on a known path counts
 * as an unknown path.
 * @param protocolOf the protocol in whose format the error is written
 */
export function routeRules(scope: FastifyInstance, protocolOf: (request: FastifyRequest) => Protocol): void {
  const rule = (method: HTTPMethods[], url: string, refuse: Refuse) => {
    const answer = (request: FastifyRequest, reply: FastifyReply) =>
      refuse(request, reply, protocolOf(request));
    scope.route({ method, url, onRequest: answer, handler: answer });
  };
  for (const { feature, method, path } of UNBUILT) rule(method, path, notBuilt(feature));
  for (const path of ROOTS) rule(EVERY, path, unknownPath);
  for (const path of OPEN) scope.options(path, { onRequest: preflight }, preflight);
}

/**
 * 404 and not 501: clients of all three providers retry server errors.
 * @param feature name of the API; part of the message
 */
export function notBuilt(feature: string): Refuse {
  return (request, reply, protocol) =>
    refuse404(request, reply, protocol, {
      message: `Not implemented by this gateway: ${feature} (${calledPath(request.method, request.url)})`,
      code: 'api_not_implemented',
    });
}

export function unknownPath(request: FastifyRequest, reply: FastifyReply, protocol: Protocol): void {
  refuse404(request, reply, protocol, { message: invalidUrl(request.method, request.url), code: '' });
}

function refuse404(
  request: FastifyRequest,
  reply: FastifyReply,
  protocol: Protocol,
  reason: { message: string; code: string },
): void {
  const error = protocol.error({ status: 404, kind: 'invalid_request_error', ...reason });
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
