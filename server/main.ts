import './core/stack-traces.js';
import { Logger } from '@nestjs/common';
import cluster from 'node:cluster';
import { exitUnableToStart, explainListen } from './core/commands/cannot-start.js';
import { environmentOrExit, type Env } from './core/env.js';
import { AppLogger } from './core/logger.js';
import { releaseMemory } from './core/memory/release-memory.js';
import { version } from './core/version.js';
import { runCluster } from './cluster.js';
import { checkBeforeStart } from './start-checks.js';
import { stopOnSignal } from './stop.js';

const env = environmentOrExit();
// The primary of a cluster and errors before the application exists use the same logger.
Logger.overrideLogger(new AppLogger(env));
if (cluster.isPrimary) await checkBeforeStart(env, { listens: true });
if (env.WEB_CONCURRENCY > 1 && cluster.isPrimary) runCluster(env.WEB_CONCURRENCY, env);
else await serve(env);

async function serve({ PORT, HOST, DRAIN_DELAY }: Env): Promise<void> {
  // Loaded after the checks, so that a process that cannot start reports it sooner. The primary of a cluster never needs it.
  const { createApp } = await import('./app.js');
  const app = await createApp();
  stopOnSignal(app, DRAIN_DELAY);
  await releaseMemory();
  await app
    .listen({ port: PORT, host: HOST })
    .catch((error: unknown) => exitUnableToStart(explainListen(error, HOST, PORT)));
  new Logger('Server').log(`Tollgate ${version} listens on ${await app.getUrl()}`);
}
