import '../server/core/stack-traces.js';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { environmentOrExit } from '../server/core/env.js';
import { AppLogger } from '../server/core/logger.js';
import { releaseMemory } from '../server/core/release-memory.js';
import { RedisConnections } from '../server/core/redis/connections.js';
import { version } from '../server/core/version.js';
import { checkBeforeStart } from '../server/start-checks.js';
import { stopWithoutRedis } from './stop-without-redis.js';
import { WorkerModule } from './worker.module.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

const env = environmentOrExit();
await checkBeforeStart(env);
const app = await NestFactory.createApplicationContext(WorkerModule, {
  logger: new AppLogger(env),
});
// Exit with code 0 instead of the signal's code: a requested stop is not a failure.
app.enableShutdownHooks([...SIGNALS], { useProcessExit: true });
stopWithoutRedis(app.get(RedisConnections), SIGNALS);
releaseMemory();
new Logger('Worker').log(`Tollgate ${version} worker started`);
