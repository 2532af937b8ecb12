import type { Redis } from 'ioredis';
import { DROP_HOLD, KEYS, NOW, OUTSTANDING } from './keys.js';
import { Script } from './script.js';

/** A process that was taken for dead settles within this time, milliseconds. */
const SWEPT_MS = 86_400_000;

const sweep = new Script(`
${NOW}
${OUTSTANDING}
${DROP_HOLD}
local left, released = tonumber(ARGV[1]), {}
if now - (redis.call('GET', '${KEYS.born}') or 0) < tonumber(ARGV[2]) then return released end
for _, owner in ipairs(redis.call('ZRANGE', '${KEYS.owners}', '-inf', now, 'BYSCORE', 'LIMIT', 0, 16)) do
  local holds, produced = '${KEYS.holds}' .. owner, '${KEYS.produced}' .. owner
  for _, request in ipairs(redis.call('HKEYS', holds)) do
    if left == 0 then return released end
    local user, token, amount = dropHold(holds, request)
    local charge, entry = (redis.call('HGET', produced, request) or ''):match('^(%d+) (.*)$')
    if charge then
      local id = redis.call('XADD', '${KEYS.journal}', '*', 'r', request, 'u', user, 't', token, 'c', charge, 'e', entry)
      redis.call('HSET', '${KEYS.swept}', request, id)
      redis.call('PEXPIRE', '${KEYS.swept}', ${SWEPT_MS})
    end
    outstanding(user, token, (charge or 0) - amount)
    released[#released + 1] = {request, user, token, amount, charge or ''}
    left = left - 1
  end
  redis.call('ZREM', '${KEYS.owners}', owner)
  redis.call('DEL', produced)
end
return released
`);

/** A hold whose process is gone. */
export interface SweptHold {
  requestId: string;
  userId: number;
  tokenId: number;
  /** Quota that was held. */
  amount: number;
  /** Quota charged for what the request had produced; undefined when the hold was given back. */
  charge: number | undefined;
}

/**
 * Ends the holds of processes whose lease is over, `limit` of them at most: streams are charged for what they had
 * produced, by an entry of the journal; all others are given back. Not in a memory younger than `graceMs`:
 * while Redis was away nobody could renew a lease.
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
