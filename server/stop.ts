import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { Drain } from './core/drain.js';
import { closeListener } from './core/http/listener.js';

/** Signals of orchestrators and terminals that ask a process to stop. */
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** Requests on connections that were just accepted arrive within this time. */
const LAST_REQUESTS_MS = 500;

/**
 * Stops the server on SIGTERM or SIGINT and exits with code 0, so that load balancers lose no request:
 *
 * 1. Readiness turns to 503 at once, and answers ask clients to close their connection. Requests are served as before.
 * 2. After `delaySeconds` the listener closes: what connects from now on is refused, and tried elsewhere.
 * 3. Requests in flight end within the limit of the drain; then the application closes.
 *
 * A second signal skips the delay.
 */
export function stopOnSignal(app: NestFastifyApplication, delaySeconds: number): void {
  const skip = new AbortController();
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return skip.abort();
    stopping = true;
    app.get(Drain).announce();
    // Rejects when a second signal skips the delay.
    await sleep(delaySeconds * 1000, undefined, { signal: skip.signal }).catch(() => undefined);
    await closeListener(app.getHttpServer());
    await sleep(LAST_REQUESTS_MS);
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
