import type { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';

/** Logs the start and the end of each outage once instead of every failed reconnect. */
export function logOutages(redis: Redis, name: string, logger: Logger): void {
  let away = false;
  redis.on('error', (error: Error & { code?: string }) => {
    if (away) return;
    away = true;
    logger.error(`${name} connection lost: ${error.message || error.code || error.name}; reconnecting`);
  });
  redis.on('ready', () => {
    if (away) logger.log(`${name} connection is back`);
    away = false;
  });
}
