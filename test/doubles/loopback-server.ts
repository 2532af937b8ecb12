import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server on a free port of the loopback address. A failure of `serve` breaks the connection. */
export class LoopbackServer {
  private constructor(private readonly server: Server) {}

  static async start(
    serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  ): Promise<LoopbackServer> {
    const server = createServer({ noDelay: true, keepAliveTimeout: 0 }, (request, response) => {
      serve(request, response).catch((error: unknown) => response.destroy(error as Error));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LoopbackServer(server);
  }

  /** Base URL without path. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
