import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisConnections } from '../server/core/redis/connections.js';

const LOOK_MS = 500;
/** A stopping worker waits so long for a Redis that is away. */
const PATIENCE_MS = 8000;

/**
 * Stops a worker when it is asked to, also while Redis is away. Its queues are closed only while Redis is there: BullMQ waits for
 * Redis when it closes, and a queue that was closed without it can occupy the event loop for good. Without Redis no job can be
 * finished, and another worker takes them over; what was settled is on disk by then, and an open transaction is rolled back.
 * @param close closes the application
 */
export function stopOnSignals(
  signals: readonly NodeJS.Signals[],
  { commands }: RedisConnections,
  close: () => Promise<void>,
): void {
  const stop = async () => {
    for (const handled of signals) process.off(handled, onSignal);
    let awayMs = 0;
    const look = () => {
      awayMs = commands.status === 'ready' ? 0 : awayMs + LOOK_MS;
      if (awayMs < PATIENCE_MS) return;
      new Logger('Worker').warn('stopped without waiting longer for Redis, which is away');
      process.exit(0);
    };
    setInterval(look, LOOK_MS);
    while (commands.status !== 'ready') await sleep(LOOK_MS);
    await close();
    // Not the code of the signal: a requested stop is no failure.
    process.exit(0);
  };
  const onSignal = () => void stop();
  for (const signal of signals) process.on(signal, onSignal);
}
