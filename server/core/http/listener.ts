import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Stops accepting connections. Those that are open stay: `close()` of an HTTP server would reset the ones whose first
 * request has not arrived yet, and load balancers do not send such a request again.
 */
export function closeListener(server: HttpServer): void {
  if (server.listening) NetServer.prototype.close.call(server);
}
