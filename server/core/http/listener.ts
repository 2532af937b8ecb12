import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';

/**
 * Stops accepting connections but keeps open ones. `close()` of an HTTP server would reset connections whose first
 * request has not arrived yet, and load balancers do not retry such a request.
 */
export function closeListener(server: HttpServer): void {
  if (server.listening) NetServer.prototype.close.call(server);
}
