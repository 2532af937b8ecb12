import { NestFactory } from '@nestjs/core';
import { InvalidEnvironment, readEnv } from '../server/core/env.js';
import { HouseLogger } from '../server/core/logger.js';
import { WorkerModule } from './worker.module.js';

checkEnvironment();
const app = await NestFactory.createApplicationContext(WorkerModule, {
  logger: new HouseLogger({ logLevels: ['fatal', 'error', 'warn', 'log'] }),
});
// With exit code 0 instead of the signal's: a stop that was asked for is no failure.
app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });

function checkEnvironment(): void {
  try {
    readEnv();
  } catch (error) {
    if (!(error instanceof InvalidEnvironment)) throw error;
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
}
