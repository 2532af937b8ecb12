import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterPolling } from 'node:timers/promises';

/** Upper bound of event loop turns to wait while connections keep arriving. */
const MAX_TURNS = 10_000;

/**
 * Stops accepting connections but keeps open ones. `close()` of an HTTP server would reset connections whose first
 * request has not arrived yet, and load balancers do not retry such a request. For the same reason the listener closes only
 * when the system's queue of accepted connections is empty: newer versions of libuv take one per turn of the event loop.
 */
export async function closeListener(server: HttpServer): Promise<void> {
  let accepted = true;
  const accept = () => {
    accepted = true;
  };
  server.on('connection', accept);
  for (let turn = 0; accepted && turn < MAX_TURNS; turn++) {
    accepted = false;
    await afterPolling();
  }
  server.off('connection', accept);
  if (server.listening) NetServer.prototype.close.call(server);
}
