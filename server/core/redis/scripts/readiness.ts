import type { Redis } from 'ioredis';
import { KEYS, NOW } from './keys.js';
import { Script } from './script.js';

const readiness = new Script(`
${NOW}
local entries = redis.call('XLEN', '${KEYS.journal}')
local oldest = redis.call('XRANGE', '${KEYS.journal}', '-', '+', 'COUNT', 1)[1]
local age = oldest and math.max(0, now - string.match(oldest[1], '^%d+')) or 0
local joined = redis.call('GET', '${KEYS.epoch}') == ARGV[1] and redis.call('ZSCORE', '${KEYS.owners}', ARGV[2])
return {joined and 1 or 0, entries, age}
`);

/** What decides whether a request of a process can be charged. */
export interface LedgerState {
  /** The process belongs to the current epoch, and its lease runs. */
  readonly isJoined: boolean;
  /** Entries that are not in Postgres yet. */
  readonly entries: number;
  /** Milliseconds since the oldest of them was settled. */
  readonly oldestMs: number;
}

/** @throws when Redis cannot be reached or runs no scripts */
export async function readLedgerState(
  redis: Redis,
  memory: { epoch: string; owner: string },
): Promise<LedgerState> {
  const answer = await readiness.run(redis, [memory.epoch, memory.owner]);
  const [joined, entries, oldestMs] = answer as [number, number, number];
  return { isJoined: joined === 1, entries, oldestMs };
}
