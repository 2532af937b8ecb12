import type { Redis } from 'ioredis';
import { accountChangesLua, type LedgerKeys } from './keys.js';
import { Script } from './script.js';

/** One settled request, as stored in the journal. */
export interface SettleItem {
  requestId: string;
  userId: number;
  tokenId: number;
  /** Quota. */
  charge: number;
  /** The rest of the entry, JSON text. */
  entry: string;
  /** Window in which the request counts as a success; 0 = not counted. */
  windowSeconds: number;
  successLimit: number;
}

/**
 * Lua: defines `settle(first, count)`, which settles the requests whose arguments begin at `first`, three each, and returns
 * the stream ids of their entries. Needs `holds` and the functions of `accountChangesLua`.
 */
export const settleLua = (keys: LedgerKeys): string => `
local function settle(first, count)
  local requests, dropped, ids = {}, {}, {}
  for i = 1, count do requests[i] = ARGV[first + 3 * (i - 1)] end
  local held = redis.call('HMGET', holds, unpack(requests))
  local anySwept = redis.call('EXISTS', '${keys.swept}') == 1
  for i, request in ipairs(requests) do
    local account = ARGV[first + 3 * i - 2]
    local user, token, charge = account:match('^(%d+) (%d+) (%d+)$')
    local amount = 0
    if held[i] and not dropped[request] then
      amount = tonumber(held[i]:match('^%d+ %d+ (%d+)$'))
      dropped[request] = true
      dropped[#dropped + 1] = request
    end
    -- Swept by a worker of a release before 27 November 2026, which cannot post the difference to what it charged.
    local swept = anySwept and redis.call('HGET', '${keys.swept}', request)
    if swept then
      ids[i] = swept
      changeOutstanding(user, token, -amount)
    else
      ids[i] = redis.call('XADD', '${keys.journal}', '*', 'r', request, 'a', account, 'e', ARGV[first + 3 * i - 1])
      changeOutstanding(user, token, charge - amount)
    end
  end
  if #dropped > 0 then redis.call('HDEL', holds, unpack(dropped)) end
  return ids
end`;

/**
 * Lua: defines `countSuccesses(first, count)`: counts requests against the limit of successful ones. The argument of each is
 * "user seconds limit".
 */
export const countSuccessesLua = (keys: LedgerKeys): string => `
local function countSuccesses(first, count)
  for i = first, first + count - 1 do
    local user, seconds, success = ARGV[i]:match('^(%d+) (%d+) (%d+)$')
    local key = '${keys.limitSuccess}' .. user
    redis.call('LPUSH', key, now)
    redis.call('LTRIM', key, 0, success - 1)
    redis.call('PEXPIRE', key, seconds * 1000)
  end
end`;

const restore = new Script(
  (keys) => `
if redis.call('GET', '${keys.epoch}') ~= ARGV[1] then return 0 end
local holds = '${keys.holds}' .. ARGV[2]
${accountChangesLua(keys)}
${settleLua(keys)}
local ids = {}
for i = 3, #ARGV, 4 do
  local request, known = ARGV[i], ARGV[i + 3]
  local there = known ~= '' and redis.call('XRANGE', '${keys.journal}', known, known)[1]
  if there and there[2][2] == request then ids[#ids + 1] = known
  else ids[#ids + 1] = settle(i, 1)[1] end
end
writeChanges()
return ids
`,
);

/** The settle script's arguments for one request. */
export function settleArguments({
  requestId,
  userId,
  tokenId,
  charge,
  entry,
}: Omit<SettleItem, 'windowSeconds' | 'successLimit'>): [requestId: string, account: string, entry: string] {
  return [requestId, `${userId} ${tokenId} ${charge}`, entry];
}

/**
 * Appends entries to the journal again that Redis may have lost. `placedAt` is the stream id an item had before ('' if
 * unknown). An item still found there is left alone; all others are appended, and Postgres ignores those it already
 * has.
 */
export async function restoreAll(
  redis: Redis,
  memory: { epoch: string; owner: string },
  items: readonly (Omit<SettleItem, 'windowSeconds' | 'successLimit'> & { placedAt: string })[],
): Promise<string[] | undefined> {
  const args: (string | number)[] = [memory.epoch, memory.owner];
  for (const item of items) args.push(...settleArguments(item), item.placedAt);
  const answer = await restore.run(redis, args);
  return Array.isArray(answer) ? (answer as string[]) : undefined;
}
