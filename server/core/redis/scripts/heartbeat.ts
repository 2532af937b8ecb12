import type { Redis } from 'ioredis';
import { NOW } from './keys.js';
import { Script } from './script.js';

const heartbeat = new Script(
  (keys) => `
if redis.call('GET', '${keys.epoch}') ~= ARGV[1] or not redis.call('ZSCORE', '${keys.owners}', ARGV[2]) then return 0 end
${NOW}
redis.call('ZADD', '${keys.owners}', now + ARGV[3], ARGV[2])
return redis.call('GET', '${keys.posted}') or '0-0'
`,
);

const leave = new Script(
  (keys) => `
if redis.call('EXISTS', '${keys.holds}' .. ARGV[1]) == 0 then redis.call('ZREM', '${keys.owners}', ARGV[1]) end
`,
);

/**
 * Renews the lease of a process, and with it all its holds, for `leaseMs`.
 * @returns the last posted stream id; undefined if the lease or the epoch was lost: join again
 */
export async function renewLease(
  redis: Redis,
  memory: { epoch: string; owner: string },
  leaseMs: number,
): Promise<string | undefined> {
  const answer = await heartbeat.run(redis, [memory.epoch, memory.owner, leaseMs]);
  return typeof answer === 'string' ? answer : undefined;
}

/** Ends the lease of a process without holds. If holds are left, the lease stays and the sweeper releases them. */
export async function endLease(redis: Redis, owner: string): Promise<void> {
  await leave.run(redis, [owner]);
}
