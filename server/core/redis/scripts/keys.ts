/**
 * What the ledger keeps in Redis, one table:
 *
 * | Key | Type | Holds |
 * |---|---|---|
 * | epoch | string | random id of this memory; gone or different = memory was lost, everything unposted is appended again |
 * | run | string | run id of the Redis process the epoch was made in; another one = restarted or failed over |
 * | born | string | when the epoch began, milliseconds |
 * | user:ID, token:ID | hash | q posted balance, v its version, e epoch and t time (ms) it was loaded in, o outstanding: open holds + charges not yet posted |
 * | owners | sorted set | server processes with open holds, by the end of their lease (ms) |
 * | holds:OWNER | hash | request id → "user token amount" |
 * | produced:OWNER | hash | request id → "charge entry": what an open stream has produced so far, as the journal would have it |
 * | swept | hash | request id → stream id of the entry that the sweeper appended for it |
 * | journal | stream | settled and not yet posted: r request, u user, t token, c charge, e the rest as JSON |
 * | posted | string | id of the last entry that is in Postgres |
 * | limit:total:USER, limit:success:USER | list | times (ms) of requests, newest first |
 *
 * available = q − o. `o` is exact at every instant: it changes in the same script as the hold or the entry it counts.
 */
export const KEYS = {
  epoch: 'tollgate:epoch',
  run: 'tollgate:run',
  born: 'tollgate:born',
  user: 'tollgate:user:',
  token: 'tollgate:token:',
  owners: 'tollgate:owners',
  holds: 'tollgate:holds:',
  produced: 'tollgate:produced:',
  swept: 'tollgate:swept',
  journal: 'tollgate:journal',
  posted: 'tollgate:posted',
  limitTotal: 'tollgate:limit:total:',
  limitSuccess: 'tollgate:limit:success:',
} as const;

/** Lua: the time of Redis in milliseconds, so that clocks of servers do not matter. */
export const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)`;

/** Lua: changes what is outstanding of one request's user and token. */
export const OUTSTANDING = `
local function outstanding(user, token, change)
  if change == 0 then return end
  redis.call('HINCRBY', '${KEYS.user}' .. user, 'o', change)
  if token ~= '0' then redis.call('HINCRBY', '${KEYS.token}' .. token, 'o', change) end
end`;

/** Lua: removes a hold and what it claims; nil when there is none, else its amount. */
export const DROP_HOLD = `
local function dropHold(holds, request)
  local text = redis.call('HGET', holds, request)
  if not text then return nil end
  redis.call('HDEL', holds, request)
  local user, token, amount = text:match('^(%d+) (%d+) (%d+)$')
  return user, token, tonumber(amount)
end`;

/** What every script of the gate answers when this process and Redis no longer mean the same memory: join again. */
export const STALE_MEMORY = 0;
