import { type LedgerKeys } from './keys.js';

/** A balance older than this is still used but read again soon, which corrects missed updates. Milliseconds. */
const STALE_AFTER_MS = 60_000;

/** The only open request of an account may hold this share of the balance. */
const SHARE_OF_ONLY_REQUEST = 16;

/**
 * Lua: defines `reserve(first, count)`, which grants the requests whose arguments begin at `first`, two each, and returns
 * their answers; see `ReserveAnswer`. Needs `epoch`, `now`, `holds`, and the functions of `accountChangesLua`.
 */
export const reserveLua = (keys: LedgerKeys): string => `
local read = {}
-- Returns the available quota (nil: load the balance first), whether to refresh the balance, and the outstanding amount.
local function available(account)
  local f = read[account]
  if not f then
    f = redis.call('HMGET', account, 'q', 'o', 'e', 't')
    f[2] = tonumber(f[2] or 0)
    read[account] = f
  end
  if not f[1] or f[3] ~= epoch then return nil, false, 0 end
  local out = f[2] + (changes[account] or 0)
  return f[1] - out, now - f[4] > ${STALE_AFTER_MS}, out
end

-- Returns how much of 'free' to hold.
local function granted(free, outstanding, amount, usual, possible, headroom)
  if possible <= amount then return amount end
  if free >= possible * headroom then return possible end
  if outstanding == 0 then usual = math.max(2 * usual, math.floor(free / ${SHARE_OF_ONLY_REQUEST})) end
  return math.min(possible, free, usual)
end

-- Milliseconds until the oldest of the last 'count' requests leaves the window; 0 = there is room.
local function wait(key, count, window)
  if count < 1 then return 0 end
  local oldest = redis.call('LINDEX', key, count - 1)
  return oldest and math.max(0, oldest + window - now) or 0
end

local function reserve(first, count)
  local requests, created, answers = {}, {}, {}
  for i = 1, count do requests[i] = ARGV[first + 2 * (i - 1)] end
  local existing = redis.call('HMGET', holds, unpack(requests))
  local full = redis.call('XLEN', '${keys.journal}') >= journalLimit

  local function admit(request, text, before)
    if full then return {'full'} end
    local user, token, unlimited, least, preferred, limit =
      text:match('^(%d+) (%d+) (%d) (%d+);?([%d ]*);?([%d ]*)$')
    local amount, held, stale = tonumber(least), 0, 0
    local heldText = least
    local window, total = 0, 0
    if limit ~= '' then
      local seconds, all, success = limit:match('^(%d+) (%d+) (%d+)$')
      window, total = seconds * 1000, tonumber(all)
      local pause = wait('${keys.limitTotal}' .. user, total, window)
      if pause > 0 then return {'total', pause} end
      pause = wait('${keys.limitSuccess}' .. user, tonumber(success), window)
      if pause > 0 then return {'success', pause} end
    end
    if amount > 0 then
      local limited = token ~= '0' and unlimited == '0'
      local balance, old, outstanding = available('${keys.user}' .. user)
      local allowance, oldToken, outstandingOfToken
      if limited then allowance, oldToken, outstandingOfToken = available('${keys.token}' .. token) end
      if not balance or (limited and not allowance) then return {'load'} end
      -- A balance of 0 that is held for other requests is not used up.
      if balance < 0 or (balance == 0 and outstanding == 0) then return {'empty'} end
      if balance < amount then return {'low', balance, outstanding} end
      if limited and allowance < amount then return {'token', allowance, outstandingOfToken} end
      held = amount
      if preferred ~= '' then
        local usual, possible, headroom = preferred:match('^(%d+) (%d+) (%d+)$')
        -- The smaller balance limits the hold, and its outstanding amount tells whether this is its only request.
        held = granted(
          limited and math.min(balance, allowance) or balance,
          limited and allowance < balance and outstandingOfToken or outstanding,
          amount, tonumber(usual), tonumber(possible), tonumber(headroom))
        -- Formatting a number is slow, and mostly one of the given ones is held.
        if held ~= amount then heldText = held == tonumber(possible) and possible or string.format('%.0f', held) end
      end
      local known = before or created[request]
      if known then
        -- A retry after a lost reply: return what was granted then.
        held = tonumber(known:match('^%d+ %d+ (%d+)$'))
      else
        local hold = user .. ' ' .. token .. ' ' .. heldText
        created[request] = hold
        created[#created + 1] = request
        created[#created + 1] = hold
        changeOutstanding(user, token, held)
      end
      stale = (old or oldToken) and 1 or 0
    end
    if window > 0 and total > 0 then
      local key = '${keys.limitTotal}' .. user
      redis.call('LPUSH', key, now)
      redis.call('LTRIM', key, 0, total - 1)
      redis.call('PEXPIRE', key, window)
    end
    if held ~= amount then return {'held', held, stale} end
    return stale
  end

  for i = 1, count do answers[i] = admit(requests[i], ARGV[first + 2 * i - 1], existing[i]) end
  if #created > 0 then redis.call('HSET', holds, unpack(created)) end
  return answers
end`;

/** The hold requested for one request. Amounts are quota; a window of 0 seconds means no rate limit. */
export interface ReserveItem {
  requestId: string;
  userId: number;
  /** 0 = no token. */
  tokenId: number;
  tokenUnlimited: boolean;
  /** Minimum to hold; without it nothing is held. */
  amount: number;
  /** Held if the balance is not ample; >= amount. The only open request of the account may hold more. */
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
 *   or the token's quota is too low, with the available quota and with what is outstanding: held, or charged and not yet
 *   posted.
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
  | ['low', number, number]
  | ['token', number, number];

/** The script's arguments for one request: one text, since each argument would add a length line to the protocol. */
export function reserveArguments(item: ReserveItem): [requestId: string, text: string] {
  const { requestId, userId, tokenId, tokenUnlimited, amount, usual, possible, headroom } = item;
  const { windowSeconds, totalLimit, successLimit } = item;
  let text = `${userId} ${tokenId} ${tokenUnlimited ? 1 : 0} ${amount}`;
  if (possible > amount) text += `;${usual} ${possible} ${headroom}`;
  if (windowSeconds > 0)
    text += `${possible > amount ? '' : ';'};${windowSeconds} ${totalLimit} ${successLimit}`;
  return [requestId, text];
}
