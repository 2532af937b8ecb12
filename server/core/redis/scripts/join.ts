import type { Redis } from 'ioredis';
import { NOW } from './keys.js';
import { markLua, otherMark } from './mark.js';
import { Script } from './script.js';

const join = new Script(
  (keys) => `
${NOW}
${markLua(keys)}
local run, candidate, owner, lease = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])
local mark = markOf(ARGV[5])
if ARGV[5] ~= '' and string.match(mark, '^%d+:([^:]*)') ~= ARGV[5] then return {'', 0, 0, mark} end
local epoch = redis.call('GET', '${keys.epoch}')
local fresh = 0
if not epoch or redis.call('GET', '${keys.run}') ~= run then
  epoch, fresh = candidate, 1
  redis.call('SET', '${keys.epoch}', epoch)
  redis.call('SET', '${keys.run}', run)
  redis.call('SET', '${keys.born}', now)
end
if owner ~= '' then redis.call('ZADD', '${keys.owners}', now + lease, owner) end
return {epoch, fresh, now - redis.call('GET', '${keys.born}'), mark}
`,
);

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
 * process changed (restart or failover), because its last seconds of data may be missing. The mark of the installation is compared
 * in the same call: a Redis emptied under an open connection may have been taken by another installation since.
 * @param instance `candidate` is the id of a new epoch, should one start; `owner` is '' for a process without holds
 * @throws RedisRefused if Redis belongs to another installation
 */
export async function joinJournal(
  redis: Redis,
  instance: { runId: string; candidate: string; owner: string; leaseMs: number; installation: string },
): Promise<Joined> {
  const { runId, candidate, owner, leaseMs, installation } = instance;
  const answer = await join.run(redis, [runId, candidate, owner, leaseMs, installation]);
  const [epoch, fresh, ageMs, mark] = answer as [string, number, number, string];
  const refused = otherMark(mark, installation);
  if (refused) throw refused;
  return { epoch, fresh: fresh === 1, ageMs };
}
