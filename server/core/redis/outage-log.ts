import type { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RedisRefused } from './requirements.js';

/** An error event of ioredis. Replies name the command. */
type ConnectionError = Error & { code?: string; command?: { name: string } };

/**
 * Logs the start and the end of each outage once instead of every failed reconnect, and the reason why this process must not use
 * a Redis that responds.
 */
export function logOutages(redis: Redis, name: string, logger: Logger): void {
  let reported = '';
  redis.on('error', (error: ConnectionError) => {
    // The check before the connection is ready reports it with the remedy.
    if (error.command?.name === 'select') return;
    const isNews = error instanceof RedisRefused ? error.message !== reported : reported === '';
    if (!isNews) return;
    reported = error.message || error.code || error.name;
    logger.error(
      error instanceof RedisRefused
        ? `${name} connection not used: ${reported}`
        : `${name} connection lost: ${reported}; reconnecting`,
    );
  });
  redis.on('ready', () => {
    if (reported) logger.log(`${name} connection is back`);
    reported = '';
  });
}
