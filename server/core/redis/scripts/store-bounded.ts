import type { Redis } from 'ioredis';
import { Script } from './script.js';

const store = new Script(`
local seconds, order, total = ARGV[1], ARGV[2], ARGV[3]
local mostBytes, mostEntries = tonumber(ARGV[4]), tonumber(ARGV[5])
local bytes = 0
for i = 6, #ARGV, 2 do
  redis.call('SET', ARGV[i], ARGV[i + 1], 'EX', seconds)
  redis.call('RPUSH', order, #ARGV[i + 1] .. ' ' .. ARGV[i])
  bytes = redis.call('INCRBY', total, #ARGV[i + 1])
end
while bytes > mostBytes or redis.call('LLEN', order) > mostEntries do
  local oldest = redis.call('LPOP', order)
  if not oldest then break end
  local size, key = string.match(oldest, '^(%d+) (.+)$')
  redis.call('DEL', key)
  bytes = redis.call('DECRBY', total, size)
end
redis.call('EXPIRE', order, seconds)
redis.call('EXPIRE', total, seconds)
`);

/** Limits per owner: time to live, total bytes and number of entries. */
export interface Bounds {
  readonly seconds: number;
  readonly ownerBytes: number;
  readonly ownerEntries: number;
}

/**
 * Sets keys with a time to live in one call. Beyond the owner's limits its oldest keys are dropped; expired keys are
 * the oldest, so they never displace live ones.
 * @param owner prefix of the two keys that track the owner's entries, and of the entries; in a cluster it has a hash tag
 */
export async function storeBounded(
  redis: Redis,
  owner: string,
  { seconds, ownerBytes, ownerEntries }: Bounds,
  entries: readonly { key: string; value: Buffer }[],
): Promise<void> {
  const pairs = entries.flatMap(({ key, value }) => [key, value]);
  const order = `${owner}:order`;
  const args = [seconds, order, `${owner}:bytes`, ownerBytes, ownerEntries, ...pairs];
  await store.run(redis, args, undefined, order);
}
