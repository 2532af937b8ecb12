import { Logger } from '@nestjs/common';
import type { RedisConnections } from '../server/core/redis/connections.js';

const LOOK_MS = 1000;
/** A stopping worker waits so long for a Redis that is away. */
const PATIENCE_MS = 8000;

/**
 * Ends a worker that was asked to stop while Redis is away. BullMQ waits for Redis when it closes, and no job can be finished
 * without it: another worker takes them over. What was settled is on disk by then, and posting stops between transactions.
 */
export function stopWithoutRedis({ commands }: RedisConnections, signals: readonly NodeJS.Signals[]): void {
  const watch = () => {
    let awayMs = 0;
    setInterval(() => {
      awayMs = commands.status === 'ready' ? 0 : awayMs + LOOK_MS;
      if (awayMs < PATIENCE_MS) return;
      new Logger('Worker').warn('stopped without waiting longer for Redis, which is away');
      process.exit(0);
    }, LOOK_MS).unref();
  };
  for (const signal of signals) process.once(signal, watch);
}
