import type { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterPolling } from 'node:timers/promises';

/** Connections that come without a pause are not waited for longer than this many turns of the event loop. */
const MAX_TURNS = 10_000;

/**
 * Stops accepting connections. Those that are open stay: `close()` of an HTTP server would reset the ones whose first
 * request has not arrived yet, and load balancers do not send such a request again. For the same reason the listener
 * closes when no accepted connection is left in the system's queue: newer versions of libuv take one in each turn of the
 * event loop.
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
