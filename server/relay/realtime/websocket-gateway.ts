import type { FastifyInstance } from 'fastify';
import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { MAX_MESSAGE } from '../upstream/sockets.js';
import { chosen } from './subprotocols.js';

/** A connection whose client requested a WebSocket upgrade. */
interface Upgrade {
  socket: Duplex;
  head: Buffer;
}

/**
 * Accepts WebSocket clients. Handshakes pass through Fastify's router like every request, so that hooks, ids and error
 * responses are the same; a route that serves WebSockets calls `accept`.
 */
export class WebSocketGateway {
  private readonly upgrades = new WeakMap<IncomingMessage, Upgrade>();
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
      // Until another listener is attached; `destroy` also emits `close`.
      socket.on('error', () => socket.destroy());
      this.upgrades.set(request, { socket, head });
      const response = new ServerResponse(request);
      response.shouldKeepAlive = false;
      // Nothing reads the socket from here on, so the client's FIN would go unnoticed.
      response.once('finish', () => socket.end(() => socket.destroy()));
      response.assignSocket(socket as Socket);
      scope.routing(request, response);
    });
    // Runs after the drain: sessions that are still open would keep the server from closing.
    scope.addHook('preClose', (done) => {
      for (const client of this.server.clients) client.terminate();
      done();
    });
  }

  /** Returns whether this request is a WebSocket handshake. */
  isHandshake(request: IncomingMessage): boolean {
    return this.upgrades.has(request);
  }

  /** Completes the handshake; undefined if the client is gone or the handshake was invalid. */
  accept(request: IncomingMessage, response: ServerResponse): Promise<WebSocket | undefined> {
    const upgrade = this.upgrades.get(request);
    if (!upgrade) return Promise.resolve(undefined);
    const { socket, head } = upgrade;
    this.upgrades.delete(request);
    response.detachSocket(socket as Socket);
    return new Promise((resolve) => {
      const gone = () => resolve(undefined);
      socket.once('close', gone);
      if (socket.destroyed) return gone();
      this.server.handleUpgrade(request, socket, head, (client) => {
        socket.off('close', gone);
        // A failing client socket also emits `close`, which the session handles.
        client.on('error', () => undefined);
        resolve(client);
      });
    });
  }
}

/**
 * Ignores an offer to upgrade to an unsupported protocol, as RFC 9110, 7.8 allows (Java's client offers h2c with every first
 * request): returns the connection to the HTTP server, with the request bytes restored without the upgrade headers.
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
