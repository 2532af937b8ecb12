import type { Redis } from 'ioredis';
import { DROP_HOLD, KEYS, NOW, OUTSTANDING } from './keys.js';
import { Script } from './script.js';

const sweep = new Script(`
${NOW}
${OUTSTANDING}
${DROP_HOLD}
local left, released = tonumber(ARGV[1]), {}
if now - (redis.call('GET', '${KEYS.born}') or 0) < tonumber(ARGV[2]) then return released end
for _, owner in ipairs(redis.call('ZRANGE', '${KEYS.owners}', '-inf', now, 'BYSCORE', 'LIMIT', 0, 16)) do
  local holds = '${KEYS.holds}' .. owner
  for _, request in ipairs(redis.call('HKEYS', holds)) do
    if left == 0 then return released end
    local user, token, amount = dropHold(holds, request)
    outstanding(user, token, -amount)
    released[#released + 1] = {request, user, token, amount}
    left = left - 1
  end
  redis.call('ZREM', '${KEYS.owners}', owner)
end
return released
`);

/** A hold whose process is gone. */
export interface SweptHold {
  requestId: string;
  userId: number;
  tokenId: number;
  amount: number;
}

/**
 * Gives back the holds of processes whose lease is over, `limit` of them at most. Not in a memory younger than `graceMs`:
 * while Redis was away nobody could renew a lease.
 */
export async function sweepHolds(redis: Redis, limit: number, graceMs: number): Promise<SweptHold[]> {
  const rows = (await sweep.run(redis, [limit, graceMs])) as [string, string, string, number][];
  return rows.map(([requestId, userId, tokenId, amount]) => ({
    requestId,
    userId: Number(userId),
    tokenId: Number(tokenId),
    amount,
  }));
}
