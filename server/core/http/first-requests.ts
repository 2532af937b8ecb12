import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises';

/** Interval of the checks while connections wait for their first request, milliseconds. */
const CHECK_MS = 20;

/**
 * Watches the connections that a server accepts from now on, so that it does not stop between a connection and its
 * first request. A load balancer that has connected sends its request on this connection and does not retry it
 * elsewhere.
 */
export class FirstRequests {
  private readonly silent = new Set<Socket>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.silent.add(socket);
      socket.once('close', () => this.silent.delete(socket));
    });
  }

  /**
   * Resolves when each accepted connection has sent something or is closed.
   * @param shortestMs wait at least this long, for connections that were accepted before the watch began
   * @param longestMs wait at most this long, because some clients open connections that they may never use
   */
  async arrived(shortestMs: number, longestMs: number): Promise<void> {
    const start = performance.now();
    await sleep(shortestMs);
    // A process that had no CPU time for a while has not read what arrived meanwhile. Timers run before reads.
    await endOfTurn();
    while (this.someAreSilent() && performance.now() - start < longestMs) {
      await sleep(CHECK_MS);
      await endOfTurn();
    }
  }

  private someAreSilent(): boolean {
    for (const socket of this.silent) if (socket.bytesRead > 0) this.silent.delete(socket);
    return this.silent.size > 0;
  }
}
