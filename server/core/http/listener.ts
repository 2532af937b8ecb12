import type { Server as HttpServer } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';

/** The longest turn of the event loop, in milliseconds, after which the queue of connections still counts as empty. */
const SHORT_TURN_MS = 0.2;
/** Consecutive turns without a connection. */
const EMPTY_TURNS = 2;
/**
 * Pause before each turn, milliseconds. A process that has just slept is the last one that the operating system
 * interrupts, and an interruption between the last look at the queue and the close lets connections into the queue.
 */
const PAUSE_MS = 1;
/** Upper bound of the wait while connections keep arriving, milliseconds. */
const MAX_WAIT_MS = 1000;

/**
 * Stops accepting connections but keeps open ones.
 *
 * - `close()` of an HTTP server would reset connections whose first request has not arrived yet.
 * - Closing a listener makes the operating system reset the connections in its queue, so the queue must be empty first.
 *   A busy server never empties it, because it accepts one connection in each turn of the event loop and serves
 *   requests in between. Connections that arrive in these last turns are therefore only accepted, and served after the
 *   listener is closed.
 *
 * Load balancers retry a refused connection on another server, but not a reset one.
 */
export async function closeListener(server: HttpServer): Promise<void> {
  if (!server.listening) return;
  const accepted: Socket[] = [];
  const serve = server.listeners('connection') as ((socket: Socket) => void)[];
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    socket.on('error', ignore);
    accepted.push(socket);
  });
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let empty = 0; empty < EMPTY_TURNS && performance.now() < deadline;) {
    const before = accepted.length;
    await sleep(PAUSE_MS);
    const start = performance.now();
    await endOfTurn();
    const short = performance.now() - start < SHORT_TURN_MS;
    empty = short && accepted.length === before ? empty + 1 : 0;
  }
  NetServer.prototype.close.call(server);
  server.removeAllListeners('connection');
  for (const listener of serve) server.on('connection', listener);
  for (const socket of accepted) {
    if (socket.destroyed) continue;
    server.emit('connection', socket);
    socket.off('error', ignore);
  }
}

/** The client of a connection that is not served yet may leave. */
function ignore(): void {}
