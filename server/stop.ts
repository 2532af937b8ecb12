import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Drain } from './core/drain.js';
import { FirstRequests } from './core/http/first-requests.js';
import { closeListener } from './core/http/listener.js';

/** Signals that orchestrators and terminals send to stop a process. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** How long to wait for the first request on connections accepted before the listener closed. */
const FIRST_REQUESTS_MS = { shortest: 500, longest: 2500 };

/**
 * Stops the server on SIGTERM or SIGINT and exits with code 0, without losing requests behind a load balancer:
 *
 * 1. Readiness returns 503 at once, and responses ask clients to close the connection. Requests are still served.
 * 2. After `delaySeconds` the listener closes: new connections are refused, and load balancers try another process.
 *    Connections accepted until then may still send their first request.
 * 3. Requests in flight finish within the drain limit; then the application closes.
 *
 * A second signal skips the delay.
 */
export function stopOnSignal(app: NestFastifyApplication, delaySeconds: number): void {
  const skip = new AbortController();
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return skip.abort();
    stopping = true;
    const server: Server = app.getHttpServer();
    const firstRequests = new FirstRequests(server);
    app.get(Drain).announce();
    // Rejects when a second signal skips the delay.
    await sleep(delaySeconds * 1000, undefined, { signal: skip.signal }).catch(() => undefined);
    await closeListener(server);
    await firstRequests.arrived(FIRST_REQUESTS_MS.shortest, FIRST_REQUESTS_MS.longest);
    await app.close();
    process.exit(0);
  };
  for (const signal of SIGNALS)
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    });
}
