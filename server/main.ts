import cluster from 'node:cluster';
import { createApp } from './app.js';
import { environmentOrExit } from './core/env.js';
import { runFleet } from './fleet.js';

const env = environmentOrExit();
if (env.WEB_CONCURRENCY > 1 && cluster.isPrimary) runFleet(env.WEB_CONCURRENCY, env.DRAIN_TIMEOUT);
else await serve();

async function serve(): Promise<void> {
  const app = await createApp();
  // With exit code 0 instead of the signal's: a stop that was asked for is no failure.
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  await app.listen({ port: env.PORT, host: env.HOST });
}
