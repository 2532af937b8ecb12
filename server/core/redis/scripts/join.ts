import type { Redis } from 'ioredis';
import { KEYS, NOW } from './keys.js';
import { Script } from './script.js';

const join = new Script(`
${NOW}
local run, candidate, owner, lease = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local epoch = redis.call('GET', '${KEYS.epoch}')
local fresh = 0
if not epoch or redis.call('GET', '${KEYS.run}') ~= run then
  epoch, fresh = candidate, 1
  redis.call('SET', '${KEYS.epoch}', epoch)
  redis.call('SET', '${KEYS.run}', run)
  redis.call('SET', '${KEYS.born}', now)
end
if owner ~= '' then redis.call('ZADD', '${KEYS.owners}', now + lease, owner) end
return {epoch, fresh, now - redis.call('GET', '${KEYS.born}')}
`);

/** A process's membership in the journal of Redis. */
export interface Joined {
  epoch: string;
  /** True if this call started the epoch; the other processes must then be notified. */
  fresh: boolean;
  /** Age of the epoch, milliseconds. */
  ageMs: number;
}

/**
 * Reads the journal epoch and, for a server, opens its lease. A new epoch starts if Redis has none, or if the Redis
 * process changed (restart or failover), because its last seconds of data may be missing.
 * @param given `candidate` is the id of a new epoch, should one start; `owner` is '' for a process without holds
 */
export async function joinJournal(
  redis: Redis,
  given: { runId: string; candidate: string; owner: string; leaseMs: number },
): Promise<Joined> {
  const answer = await join.run(redis, [given.runId, given.candidate, given.owner, given.leaseMs]);
  const [epoch, fresh, ageMs] = answer as [string, number, number];
  return { epoch, fresh: fresh === 1, ageMs };
}
