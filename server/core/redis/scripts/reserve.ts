import type { Redis } from 'ioredis';
import { KEYS, NOW } from './keys.js';
import { Script } from './script.js';

/** A balance this old is still used, but read again: whatever update was missed heals. Milliseconds. */
const STALE_AFTER_MS = 60_000;

const reserve = new Script(`
local epoch, owner, journalLimit = ARGV[1], ARGV[2], tonumber(ARGV[3])
if redis.call('GET', '${KEYS.epoch}') ~= epoch or not redis.call('ZSCORE', '${KEYS.owners}', owner) then return 0 end
${NOW}
local holds = '${KEYS.holds}' .. owner
local full = redis.call('XLEN', '${KEYS.journal}') >= journalLimit

-- Milliseconds until the oldest of the last 'count' requests leaves the window; 0 = there is room.
local function wait(key, count, window)
  if count < 1 then return 0 end
  local oldest = redis.call('LINDEX', key, count - 1)
  return oldest and math.max(0, oldest + window - now) or 0
end

-- Available quota, nil when the balance must be loaded first; and whether it should be read again soon.
local function available(key)
  local f = redis.call('HMGET', key, 'q', 'o', 'e', 't')
  if not f[1] or f[3] ~= epoch then return nil, false end
  return f[1] - (f[2] or 0), now - f[4] > ${STALE_AFTER_MS}
end

local function admit(wish)
  local request, user, token, unlimited, amountText, seconds, total, success =
    wish:match('^(%S+) (%d+) (%d+) (%d) (%d+) (%d+) (%d+) (%d+)$')
  local limited, amount = token ~= '0' and unlimited == '0', tonumber(amountText)
  local window = seconds * 1000
  total, success = tonumber(total), tonumber(success)
  if full then return {'full'} end
  if window > 0 then
    local pause = wait('${KEYS.limitTotal}' .. user, total, window)
    if pause > 0 then return {'total', pause} end
    pause = wait('${KEYS.limitSuccess}' .. user, success, window)
    if pause > 0 then return {'success', pause} end
  end
  local stale = 0
  if amount > 0 then
    local balance, old = available('${KEYS.user}' .. user)
    local allowance, oldToken
    if limited then allowance, oldToken = available('${KEYS.token}' .. token) end
    if not balance or (limited and not allowance) then return {'load'} end
    if balance <= 0 then return {'empty'} end
    if balance < amount then return {'low', balance} end
    if limited and allowance < amount then return {'token', allowance} end
    if redis.call('HSETNX', holds, request, user .. ' ' .. token .. ' ' .. amountText) == 1 then
      redis.call('HINCRBY', '${KEYS.user}' .. user, 'o', amount)
      if token ~= '0' then redis.call('HINCRBY', '${KEYS.token}' .. token, 'o', amount) end
    end
    stale = (old or oldToken) and 1 or 0
  end
  if window > 0 and total > 0 then
    local key = '${KEYS.limitTotal}' .. user
    redis.call('LPUSH', key, now)
    redis.call('LTRIM', key, 0, total - 1)
    redis.call('PEXPIRE', key, window)
  end
  return stale
end

local answers = {}
for i = 4, #ARGV do answers[#answers + 1] = admit(ARGV[i]) end
return answers
`);

/** One request's wish. Numbers are quota; a window of 0 seconds means no rate limit. */
export interface ReserveItem {
  requestId: string;
  userId: number;
  /** 0 = no token. */
  tokenId: number;
  tokenUnlimited: boolean;
  amount: number;
  windowSeconds: number;
  totalLimit: number;
  successLimit: number;
}

/**
 * 0: held. 1: held, but a balance is old and should be read again. Otherwise nothing was changed: `load` a balance and
 * ask again, journal `full`, rate limit `total` or `success` (with milliseconds to wait), user `empty`, user `low` or
 * `token` low (with the available quota).
 */
export type ReserveAnswer =
  | 0
  | 1
  | ['load']
  | ['full']
  | ['total', number]
  | ['success', number]
  | ['empty']
  | ['low', number]
  | ['token', number];

/** Checks limits and balances and holds, each request by itself, all in one call. undefined: join the memory again first. */
export async function reserveAll(
  redis: Redis,
  memory: { epoch: string; owner: string },
  journalLimit: number,
  items: readonly ReserveItem[],
): Promise<ReserveAnswer[] | undefined> {
  const args: (string | number)[] = [memory.epoch, memory.owner, journalLimit];
  // One text each: every argument of its own costs its length line, and a dozen requests share a call.
  for (const item of items) {
    const { requestId, userId, tokenId, tokenUnlimited, amount, windowSeconds, totalLimit, successLimit } =
      item;
    args.push(
      `${requestId} ${userId} ${tokenId} ${tokenUnlimited ? 1 : 0} ${amount} ${windowSeconds} ${totalLimit} ${successLimit}`,
    );
  }
  const answer = await reserve.run(redis, args);
  return Array.isArray(answer) ? (answer as ReserveAnswer[]) : undefined;
}
