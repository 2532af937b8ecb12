import type { Redis } from 'ioredis';
import { keysOf, NOW } from './keys.js';
import { Script } from './script.js';

/** Balances unused for this time are dropped from Redis, milliseconds. */
const IDLE_MS = 86_400_000;

const forget = new Script(`
${NOW}
local dropped = 0
for _, key in ipairs(ARGV) do
  local f = redis.call('HMGET', key, 'o', 't')
  if tonumber(f[1] or 0) == 0 and now - (f[2] or 0) > ${IDLE_MS} then dropped = dropped + redis.call('DEL', key) end
end
return dropped
`);

/**
 * Drops idle balances without an outstanding amount from Redis; they are read from Postgres when needed again.
 * @returns the number of dropped balances
 */
export async function forgetIdleBalances(redis: Redis): Promise<number> {
  let dropped = 0;
  const keys = keysOf(redis);
  for (const prefix of [keys.user, keys.token]) {
    let cursor = '0';
    do {
      const [next, found] = await redis.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 500);
      if (found.length) dropped += Number(await forget.run(redis, found));
      cursor = next;
    } while (cursor !== '0');
  }
  return dropped;
}
