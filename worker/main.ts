import '../server/core/stack-traces.js';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { environmentOrExit } from '../server/core/env.js';
import { AppLogger } from '../server/core/logger.js';
import { releaseMemory } from '../server/core/memory/release-memory.js';
import { RedisConnections } from '../server/core/redis/connections.js';
import { version } from '../server/core/version.js';
import { checkBeforeStart } from '../server/start-checks.js';
import { stopOnSignals } from './stop-on-signals.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const env = environmentOrExit();
await checkBeforeStart(env);
// Loaded after the checks, so that a process that cannot start reports it sooner.
const { WorkerModule } = await import('./worker.module.js');
const app = await NestFactory.createApplicationContext(WorkerModule, {
  logger: new AppLogger(env),
});
stopOnSignals(SIGNALS, app.get(RedisConnections), () => app.close());
await releaseMemory();
new Logger('Worker').log(`Tollgate ${version} worker started`);
