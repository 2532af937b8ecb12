import { NestFactory } from '@nestjs/core';
import { environmentOrExit } from '../server/core/env.js';
import { HouseLogger } from '../server/core/logger.js';
import { WorkerModule } from './worker.module.js';

environmentOrExit();
const app = await NestFactory.createApplicationContext(WorkerModule, {
  logger: new HouseLogger({ logLevels: ['fatal', 'error', 'warn', 'log'] }),
});
// With exit code 0 instead of the signal's: a stop that was asked for is no failure.
app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
