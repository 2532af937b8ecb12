import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgersOf } from '../../../core/redis/cluster/cluster-redis.js';
import { keysOf } from '../../../core/redis/scripts/keys.js';
import { CommandRefused } from '../../../core/commands/run-command.js';

/** Longest wait for a worker to post what the journal has, milliseconds. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 100;

/**
 * Waits until all charges that are in the journal now are in Postgres, so that a snapshot that begins afterwards has them. Later ones
 * keep coming while servers run.
 * @throws CommandRefused when no worker posts them
 */
export async function journalPosted(redis: Redis, patienceMs = PATIENCE_MS): Promise<void> {
  await Promise.all(ledgersOf(redis).map((ledger) => onePosted(ledger, patienceMs)));
}

async function onePosted(redis: Redis, patienceMs: number): Promise<void> {
  const keys = keysOf(redis);
  const [newest] = await redis.xrevrange(keys.journal, '+', '-', 'COUNT', 1);
  if (!newest) return;
  const [last] = newest;
  for (const until = performance.now() + patienceMs; performance.now() < until; await sleep(PAUSE_MS)) {
    const posted = await redis.get(keys.posted);
    const after = posted === null ? '-' : `(${posted}`;
    const waiting = await redis.xrange(keys.journal, after, last, 'COUNT', 1).catch(() => []);
    if (waiting.length === 0) return;
  }
  throw new CommandRefused(
    `charges wait in Redis that no worker posted within ${patienceMs / 1000} s: start a worker, and npm run books shows how many wait`,
  );
}
