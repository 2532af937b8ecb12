import type { Redis } from 'ioredis';
import { KEYS, NOW } from './keys.js';
import { Script } from './script.js';

/** A balance older than this is still used but read again soon, which corrects missed updates. Milliseconds. */
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

-- Returns the available quota (nil: load the balance first), whether to refresh the balance, and the outstanding amount.
local function available(key)
  local f = redis.call('HMGET', key, 'q', 'o', 'e', 't')
  if not f[1] or f[3] ~= epoch then return nil, false, 0 end
  local out = tonumber(f[2] or 0)
  return f[1] - out, now - f[4] > ${STALE_AFTER_MS}, out
end

-- Returns how much of 'free' to hold.
local function granted(free, outstanding, amount, usual, possible, headroom)
  if possible <= amount then return amount end
  if free >= possible * headroom then return possible end
  if outstanding == 0 then return math.min(possible, free) end
  return math.min(possible, free, math.max(usual, math.floor(free / 16)))
end

local function admit(item)
  local request, user, token, unlimited, amount, usual, possible, headroom, seconds, total, success =
    item:match('^(%S+) (%d+) (%d+) (%d) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)$')
  local limited, held = token ~= '0' and unlimited == '0', 0
  amount = tonumber(amount)
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
    local balance, old, outstanding = available('${KEYS.user}' .. user)
    local allowance, oldToken, outstandingOfToken
    if limited then allowance, oldToken, outstandingOfToken = available('${KEYS.token}' .. token) end
    if not balance or (limited and not allowance) then return {'load'} end
    -- A balance of 0 that is held for other requests is not used up.
    if balance < 0 or (balance == 0 and outstanding == 0) then return {'empty'} end
    if balance < amount then return {'low', balance} end
    if limited and allowance < amount then return {'token', allowance} end
    -- The smaller balance limits the hold, and its outstanding amount tells whether this is its only request.
    held = granted(
      limited and math.min(balance, allowance) or balance,
      limited and allowance < balance and outstandingOfToken or outstanding,
      amount, tonumber(usual), tonumber(possible), tonumber(headroom))
    local text = string.format('%.0f', held)
    if redis.call('HSETNX', holds, request, user .. ' ' .. token .. ' ' .. text) == 1 then
      redis.call('HINCRBY', '${KEYS.user}' .. user, 'o', text)
      if token ~= '0' then redis.call('HINCRBY', '${KEYS.token}' .. token, 'o', text) end
    else
      -- A retry after a lost reply: return what was granted then.
      held = tonumber(redis.call('HGET', holds, request):match('(%d+)$'))
    end
    stale = (old or oldToken) and 1 or 0
  end
  if window > 0 and total > 0 then
    local key = '${KEYS.limitTotal}' .. user
    redis.call('LPUSH', key, now)
    redis.call('LTRIM', key, 0, total - 1)
    redis.call('PEXPIRE', key, window)
  end
  if held ~= amount then return {'held', held, stale} end
  return stale
end

local answers = {}
for i = 4, #ARGV do answers[#answers + 1] = admit(ARGV[i]) end
return answers
`);

/** The hold requested for one request. Amounts are quota; a window of 0 seconds means no rate limit. */
export interface ReserveItem {
  requestId: string;
  userId: number;
  /** 0 = no token. */
  tokenId: number;
  tokenUnlimited: boolean;
  /** Minimum to hold; without it nothing is held. */
  amount: number;
  /** Held if the account has other open requests; >= amount. */
  usual: number;
  /** Held if the balance is ample; >= usual. */
  possible: number;
  /** The balance is ample at this multiple of `possible`; integer, >= 1. */
  headroom: number;
  windowSeconds: number;
  totalLimit: number;
  successLimit: number;
}

/**
 * Result of one reservation:
 *
 * - 0: `amount` is held.
 * - 1: `amount` is held, but a balance is stale and should be read again.
 * - `held`: the given quota is held instead of `amount`; then 1 if a balance is stale.
 * - Otherwise nothing changed. `load`: load a balance and retry. `full`: the journal is full. `total`, `success`: a
 *   rate limit is exceeded, with the milliseconds to wait. `empty`: the user has no quota. `low`, `token`: the user's
 *   or the token's quota is too low, with the available quota.
 */
export type ReserveAnswer =
  | 0
  | 1
  | ['held', number, 0 | 1]
  | ['load']
  | ['full']
  | ['total', number]
  | ['success', number]
  | ['empty']
  | ['low', number]
  | ['token', number];

/**
 * Checks limits and balances and creates the holds, each request independently, in one call.
 * @returns undefined if the process must join the journal again first
 */
export async function reserveAll(
  redis: Redis,
  memory: { epoch: string; owner: string },
  journalLimit: number,
  items: readonly ReserveItem[],
): Promise<ReserveAnswer[] | undefined> {
  const args: (string | number)[] = [memory.epoch, memory.owner, journalLimit];
  // One string per request: each separate argument would add a length line to the protocol, and a dozen requests share
  // a call.
  for (const item of items) {
    const { requestId, userId, tokenId, tokenUnlimited, amount, usual, possible, headroom } = item;
    const { windowSeconds, totalLimit, successLimit } = item;
    args.push(
      `${requestId} ${userId} ${tokenId} ${tokenUnlimited ? 1 : 0} ${amount} ${usual} ${possible} ${headroom} ${windowSeconds} ${totalLimit} ${successLimit}`,
    );
  }
  const answer = await reserve.run(redis, args);
  return Array.isArray(answer) ? (answer as ReserveAnswer[]) : undefined;
}
