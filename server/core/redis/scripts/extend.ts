import type { Redis } from 'ioredis';
import { outstandingLua } from './keys.js';
import { Script } from './script.js';

const extend = new Script(
  (keys) => `
local epoch, owner = ARGV[1], ARGV[2]
if redis.call('GET', '${keys.epoch}') ~= epoch or not redis.call('ZSCORE', '${keys.owners}', owner) then return 'join' end
${outstandingLua(keys)}
local holds = '${keys.holds}' .. owner
local function available(key)
  local f = redis.call('HMGET', key, 'q', 'o', 'e')
  if not f[1] or f[3] ~= epoch then return nil end
  return f[1] - (f[2] or 0)
end
local request, user, token, limited = ARGV[3], ARGV[4], ARGV[5], ARGV[5] ~= '0' and ARGV[6] == '0'
local held, extra = tonumber(ARGV[7]), tonumber(ARGV[8])
local balance = available('${keys.user}' .. user)
local allowance = limited and available('${keys.token}' .. token)
if not balance or (limited and not allowance) then return 'load' end
if balance < extra or (limited and allowance < extra) then return 'low' end
local text = redis.call('HGET', holds, request)
local before = text and tonumber(text:match('(%d+)$')) or 0
local after = (text and before or held) + extra
redis.call('HSET', holds, request, string.format('%s %s %.0f', user, token, after))
outstanding(user, token, after - before)
return 'held'
`,
);

/** A hold to raise, as the process recorded it, and by how much. */
export interface ExtendItem {
  requestId: string;
  userId: number;
  tokenId: number;
  tokenUnlimited: boolean;
  /** Quota held so far. */
  held: number;
  extra: number;
}

/**
 * Raises a hold if the balances allow it (`held`), otherwise changes nothing (`low`). `load`: a balance must be loaded
 * into Redis first; `join`: join the journal again first.
 */
export async function extendHold(
  redis: Redis,
  memory: { epoch: string; owner: string },
  item: ExtendItem,
): Promise<'held' | 'low' | 'load' | 'join'> {
  const unlimited = item.tokenUnlimited ? 1 : 0;
  const { requestId, userId, tokenId, held, extra } = item;
  const args = [memory.epoch, memory.owner, requestId, userId, tokenId, unlimited, held, extra];
  return (await extend.run(redis, args)) as 'held' | 'low' | 'load' | 'join';
}
