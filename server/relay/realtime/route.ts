import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress } from '../../core/http/proxies.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { Exchange } from '../pipeline/request-scope.js';
import { answerError } from '../pipeline/client/finish.js';
import { protocols } from '../../dialects/protocols/registry.js';
import { servesRealtime } from '../../dialects/providers/registry.js';
import type { RelayServices } from '../relay-services.js';
import { WebSocketGateway } from './websocket-gateway.js';
import { serveRealtime } from './serve.js';

export const REALTIME_PATH = '/v1/realtime';

/** `GET /v1/realtime?model=…`: a WebSocket session. */
export function realtimeRoute(scope: FastifyInstance, services: RelayServices): void {
  const webSockets = new WebSocketGateway();
  webSockets.attach(scope);
  scope.get(REALTIME_PATH, (request, reply) => serve(request, reply, webSockets, services));
}

function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  webSockets: WebSocketGateway,
  services: RelayServices,
): void {
  reply.hijack();
  const { raw: response } = reply;
  const exchange: Exchange = {
    request: request.raw,
    response,
    protocol: protocols['openai-chat'],
    operation: undefined,
    serves: ({ type }) => servesRealtime(type),
    path: request.url,
    // Sessions have no body; the unique id spreads them over channels.
    body: Buffer.from(request.id),
    form: undefined,
    clientIp: () => clientAddress(request),
    requestId: request.id,
    errorForm: services.settings.current.errorForm,
    startedAt: Date.now(),
  };
  if (!webSockets.isHandshake(request.raw)) return answerError(exchange, new ApiError('upgrade_required'));
  services.drain.enter();
  serveRealtime(exchange, webSockets, services)
    .catch((defect: unknown) => {
      services.report(defect, request.id);
      request.raw.socket.destroy();
    })
    .finally(() => services.drain.leave());
}
