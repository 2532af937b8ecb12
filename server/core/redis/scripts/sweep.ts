import type { Redis } from 'ioredis';
import { DROP_HOLD, NOW, outstandingLua } from './keys.js';
import { Script } from './script.js';

const sweep = new Script(
  (keys) => `
${NOW}
${outstandingLua(keys)}
${DROP_HOLD}
local left, released = tonumber(ARGV[1]), {}
if now - (redis.call('GET', '${keys.born}') or 0) < tonumber(ARGV[2]) then return released end
for _, owner in ipairs(redis.call('ZRANGE', '${keys.owners}', '-inf', now, 'BYSCORE', 'LIMIT', 0, 16)) do
  local holds, produced = '${keys.holds}' .. owner, '${keys.produced}' .. owner
  for _, request in ipairs(redis.call('HKEYS', holds)) do
    if left == 0 then return released end
    local user, token, amount = dropHold(holds, request)
    local charge, entry = (redis.call('HGET', produced, request) or ''):match('^(%d+) (.*)$')
    if charge then
      redis.call('XADD', '${keys.journal}', '*', 'r', request, 'a',
        user .. ' ' .. token .. ' ' .. charge, 'e', entry, 's', '1')
    end
    outstanding(user, token, (charge or 0) - amount)
    released[#released + 1] = {request, user, token, amount, charge or ''}
    left = left - 1
  end
  redis.call('ZREM', '${keys.owners}', owner)
  redis.call('DEL', produced)
end
return released
`,
);

/** A hold of a process that is gone. */
export interface SweptHold {
  requestId: string;
  userId: number;
  tokenId: number;
  /** Quota that was held. */
  amount: number;
  /** Quota charged for what the request had produced; undefined if the hold was released. */
  charge: number | undefined;
}

/**
 * Ends at most `limit` holds of processes whose lease expired: streams are charged for what they produced, by a journal
 * entry; all other holds are released. If such a process lives and settles the request later, the poster enters the difference. Does nothing while the epoch is younger than `graceMs`, because no process could
 * renew its lease while Redis was unreachable.
 */
export async function sweepHolds(redis: Redis, limit: number, graceMs: number): Promise<SweptHold[]> {
  const rows = (await sweep.run(redis, [limit, graceMs])) as [string, string, string, number, string][];
  return rows.map(([requestId, userId, tokenId, amount, charge]) => ({
    requestId,
    userId: Number(userId),
    tokenId: Number(tokenId),
    amount,
    charge: charge === '' ? undefined : Number(charge),
  }));
}
