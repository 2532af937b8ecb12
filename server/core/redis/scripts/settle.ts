import type { Redis } from 'ioredis';
import { DROP_HOLD, KEYS, NOW, OUTSTANDING } from './keys.js';
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

const APPEND = `
${OUTSTANDING}
${DROP_HOLD}
local anySwept = redis.call('EXISTS', '${KEYS.swept}') == 1
local function append(holds, request, user, token, charge, entry)
  local swept = anySwept and redis.call('HGET', '${KEYS.swept}', request)
  if swept then
    -- The sweeper took this process for dead and charged the produced output: do not charge the request again.
    local _, _, held = dropHold(holds, request)
    outstanding(user, token, -(held or 0))
    return swept
  end
  local id = redis.call('XADD', '${KEYS.journal}', '*', 'r', request, 'u', user, 't', token, 'c', charge, 'e', entry)
  local _, _, held = dropHold(holds, request)
  outstanding(user, token, charge - (held or 0))
  return id
end`;

const settle = new Script(`
if redis.call('GET', '${KEYS.epoch}') ~= ARGV[1] then return 0 end
${NOW}
${APPEND}
local holds = '${KEYS.holds}' .. ARGV[2]
local ids = {}
for i = 3, #ARGV, 2 do
  local request, user, token, charge, seconds, success = ARGV[i]:match('^(%S+) (%d+) (%d+) (%d+) (%d+) (%d+)$')
  ids[#ids + 1] = append(holds, request, user, token, charge, ARGV[i + 1])
  local window = seconds * 1000
  if window > 0 then
    local key = '${KEYS.limitSuccess}' .. user
    redis.call('LPUSH', key, now)
    redis.call('LTRIM', key, 0, success - 1)
    redis.call('PEXPIRE', key, window)
  end
end
return ids
`);

const restore = new Script(`
if redis.call('GET', '${KEYS.epoch}') ~= ARGV[1] then return 0 end
${APPEND}
local holds = '${KEYS.holds}' .. ARGV[2]
local ids = {}
for i = 3, #ARGV, 2 do
  local request, user, token, charge, known = ARGV[i]:match('^(%S+) (%d+) (%d+) (%d+) (%S*)$')
  local there = known ~= '' and redis.call('XRANGE', '${KEYS.journal}', known, known)[1]
  if there and there[2][2] == request then ids[#ids + 1] = known
  else ids[#ids + 1] = append(holds, request, user, token, charge, ARGV[i + 1]) end
end
return ids
`);

/**
 * Settles requests: for each item it removes the hold, adds the charge to the outstanding amount, appends the journal
 * entry and counts the success.
 * @returns stream ids; undefined if the process must join the journal again first
 */
export async function settleAll(
  redis: Redis,
  memory: { epoch: string; owner: string },
  items: readonly SettleItem[],
): Promise<string[] | undefined> {
  const args: (string | number)[] = [memory.epoch, memory.owner];
  for (const { requestId, userId, tokenId, charge, entry, windowSeconds, successLimit } of items)
    args.push(`${requestId} ${userId} ${tokenId} ${charge} ${windowSeconds} ${successLimit}`, entry);
  const answer = await settle.run(redis, args);
  return Array.isArray(answer) ? (answer as string[]) : undefined;
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
  for (const { requestId, userId, tokenId, charge, entry, placedAt } of items)
    args.push(`${requestId} ${userId} ${tokenId} ${charge} ${placedAt}`, entry);
  const answer = await restore.run(redis, args);
  return Array.isArray(answer) ? (answer as string[]) : undefined;
}
