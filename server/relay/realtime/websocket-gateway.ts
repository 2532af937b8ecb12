import type { FastifyInstance } from 'fastify';
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { MAX_MESSAGE } from '../upstream/sockets.js';
import { chosen } from './subprotocols.js';

/** A connection whose client asked to speak something else than HTTP. */
interface Visitor {
  socket: Duplex;
  head: Buffer;
}

/**
 * Lets WebSocket clients in. Their handshakes go through Fastify's router like every request, so that hooks, ids and
 * answers of routes without sockets are the same; a route that does take sockets calls `accept`.
 */
export class WebSocketGateway {
  private readonly visitors = new WeakMap<IncomingMessage, Visitor>();
  private readonly server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: (offered) => chosen(offered),
  });

  attach(scope: FastifyInstance): void {
    scope.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.headers.upgrade?.toLowerCase() !== 'websocket')
        return passOver(scope, request, socket, head);
      // Until somebody else listens; what fails also closes.
      socket.on('error', () => socket.destroy());
      this.visitors.set(request, { socket, head });
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      // Nobody reads on, so the client's own end would go unnoticed.
      response.once('finish', () => socket.end(() => socket.destroy()));
      response.assignSocket(socket as Socket);
      scope.routing(request, response);
    });
    // After the drain: sessions that did not end by themselves would keep the server from closing.
    scope.addHook('preClose', (done) => {
      for (const client of this.server.clients) client.terminate();
      done();
    });
  }

  /** Did this request come with a WebSocket handshake? */
  asked(request: IncomingMessage): boolean {
    return this.visitors.has(request);
  }

  /** Completes the handshake; undefined when the client is gone, or its handshake was none. */
  accept(request: IncomingMessage, response: ServerResponse): Promise<WebSocket | undefined> {
    const visitor = this.visitors.get(request);
    if (!visitor) return Promise.resolve(undefined);
    const { socket, head } = visitor;
    this.visitors.delete(request);
    response.detachSocket(socket as Socket);
    return new Promise((resolve) => {
      const gone = () => resolve(undefined);
      socket.once('close', gone);
      if (socket.destroyed) return gone();
      this.server.handleUpgrade(request, socket, head, (client) => {
        socket.off('close', gone);
        // Failures of a client's socket are told by its closing.
        client.on('error', () => undefined);
        resolve(client);
      });
    });
  }
}

/**
 * An offer to upgrade to what we do not speak (Java's client offers h2c with every first request) may be ignored (RFC
 * 9110, 7.8): the connection is given back to the HTTP server, with the request as it was, but for the offer.
 */
function passOver(scope: FastifyInstance, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? '';
    if (!/^(?:connection|upgrade|http2-settings)$/i.test(name))
      lines.push(`${name}: ${request.rawHeaders[at + 1] ?? ''}`);
  }
  if (head.length > 0) socket.unshift(head);
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  scope.server.emit('connection', socket);
}
