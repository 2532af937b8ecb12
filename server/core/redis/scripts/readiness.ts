import type { Redis } from 'ioredis';
import { NOW } from './keys.js';
import { ledgersOf } from '../cluster/cluster-redis.js';
import { shardName } from '../cluster/shards.js';
import { Script } from './script.js';

const readiness = new Script(
  (keys) => `
${NOW}
local entries = redis.call('XLEN', '${keys.journal}')
local oldest = redis.call('XRANGE', '${keys.journal}', '-', '+', 'COUNT', 1)[1]
local age = oldest and math.max(0, now - string.match(oldest[1], '^%d+')) or 0
local joined = redis.call('GET', '${keys.epoch}') == ARGV[1] and redis.call('ZSCORE', '${keys.owners}', ARGV[2])
return {joined and 1 or 0, entries, age}
`,
);

/** What decides whether a request of a process can be charged. */
export interface LedgerState {
  /** The process belongs to the current epoch, and its lease runs. */
  readonly isJoined: boolean;
  /** Entries that are not in Postgres yet. */
  readonly entries: number;
  /** Milliseconds since the oldest of them was settled. */
  readonly oldestMs: number;
  /** Names of the shards of a cluster that cannot be reached or joined now. */
  readonly away?: readonly string[];
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

/** What waits in the ledgers of a Redis together, of the shards that respond. @throws when none does */
export function readLedgerStates(redis: Redis): Promise<LedgerState> {
  const noOwner = { epoch: '', owner: '' };
  if (!redis.isCluster) return readLedgerState(redis, noOwner);
  return sumLedgerStates(
    ledgersOf(redis).map((ledger, shard) => [
      shardName(shard),
      readLedgerState(ledger, noOwner).then((state) => ({ ...state, isJoined: true })),
    ]),
  );
}

/** Adds up the states of shards. @throws what one of them rejects with, when all do */
export async function sumLedgerStates(
  states: readonly (readonly [name: string, state: Promise<LedgerState>])[],
): Promise<LedgerState> {
  const settled = await Promise.allSettled(states.map(([, state]) => state));
  const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = settled;
  if (found.length === 0 && first?.status === 'rejected') throw first.reason;
  return {
    isJoined: found.some(({ isJoined }) => isJoined),
    entries: found.reduce((sum, { entries }) => sum + entries, 0),
    oldestMs: Math.max(0, ...found.map(({ oldestMs }) => oldestMs)),
    away: states.flatMap(([name], index) => {
      const one = settled[index];
      return one?.status === 'fulfilled' && one.value.isJoined ? [] : [name];
    }),
  };
}
