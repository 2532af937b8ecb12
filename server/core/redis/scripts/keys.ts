import type { Redis } from 'ioredis';
import { ShardRedis } from '../cluster/shard-redis.js';
import { hashTag } from '../cluster/shards.js';

/**
 * Redis keys of the ledger, all with the prefix `tollgate:`; in a cluster `tollgate:{s07.1}:`, see `keysOfShard`.
 *
 * - `epoch` (string): random id of the journal epoch. If it is missing or changed, Redis may have lost data, and every
 *   unposted entry is appended again.
 * - `run` (string): run id of the Redis process in which the epoch started. A different one means a restart or
 *   failover.
 * - `born` (string): start of the epoch, milliseconds.
 * - `user:ID`, `token:ID` (hash): `q` posted balance, `v` its version, `e` the epoch and `t` the time (ms) it was
 *   loaded in, `o` outstanding amount: open holds and charges not yet posted.
 * - `owners` (sorted set): server processes that can have holds, by the end of their lease (ms).
 * - `holds:OWNER` (hash): request id → "user token amount".
 * - `produced:OWNER` (hash): request id → "charge entry": what an open stream has produced so far, as a journal entry.
 * - `swept` (hash): request id → stream id of the entry that the sweeper of an earlier release appended for it.
 * - `journal` (stream): settled, not yet posted requests: `r` request, `a` "user token charge", `e` the rest as JSON,
 *   `s` set by the sweeper. Readers accept entries of earlier releases, too: `u` user, `t` token and `c` charge instead of `a`.
 * - `failures` (stream): requests that ended in an error and were not charged, not yet in the log: `e` the row as JSON. Bounded.
 * - `posted` (string): id of the last entry that is in Postgres.
 * - `installation` (string): format number and id of the installation that uses this Redis, as in the table `installations`.
 * - `limit:total:USER`, `limit:success:USER` (list): times (ms) of requests, newest first.
 *
 * available = q − o. `o` is exact at every instant: it changes in the same script as the hold or entry it counts.
 */
export const KEYS = keysWith('tollgate:');

/** Names of the keys of one ledger: that of a single Redis, or of one shard of a cluster. */
export type LedgerKeys = ReturnType<typeof keysWith>;

/**
 * The keys of a shard: those of a single Redis with the hash tag of the shard (`tollgate:{s07.1}:user:ID`), so that all of them are in
 * one slot, on one node: https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags
 */
export function keysOfShard(shard: number, shards: number): LedgerKeys {
  return keysWith(`tollgate:{${hashTag(shard, shards)}}:`);
}

/** The keys of the ledger that a connection belongs to. */
export function keysOf(redis: Redis): LedgerKeys {
  return redis instanceof ShardRedis ? redis.ledgerKeys : KEYS;
}

function keysWith(prefix: string) {
  return {
    installation: `${prefix}installation`,
    epoch: `${prefix}epoch`,
    run: `${prefix}run`,
    born: `${prefix}born`,
    user: `${prefix}user:`,
    token: `${prefix}token:`,
    owners: `${prefix}owners`,
    holds: `${prefix}holds:`,
    produced: `${prefix}produced:`,
    swept: `${prefix}swept`,
    journal: `${prefix}journal`,
    failures: `${prefix}failures`,
    posted: `${prefix}posted`,
    limitTotal: `${prefix}limit:total:`,
    limitSuccess: `${prefix}limit:success:`,
    /** Never exists; see `Script`. */
    absent: `${prefix}absent`,
  } as const;
}

/** Lua: defines `now`, the time of Redis in milliseconds, so that the clocks of the servers do not matter. */
export const NOW = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)`;

/** Lua: changes the outstanding amount of a request's user and token. */
export const outstandingLua = (keys: LedgerKeys): string => `
local function outstanding(user, token, change)
  if change == 0 then return end
  redis.call('HINCRBY', '${keys.user}' .. user, 'o', change)
  if token ~= '0' then redis.call('HINCRBY', '${keys.token}' .. token, 'o', change) end
end`;

/**
 * Lua: collects changes of outstanding amounts, which `writeChanges` stores at the end of the script: many requests of one call
 * concern the same accounts.
 */
export const accountChangesLua = (keys: LedgerKeys): string => `
local changes, changed = {}, {}
local function change(account, amount)
  if not changes[account] then
    changes[account] = 0
    changed[#changed + 1] = account
  end
  changes[account] = changes[account] + amount
end
local function changeOutstanding(user, token, amount)
  if amount == 0 then return end
  change('${keys.user}' .. user, amount)
  if token ~= '0' then change('${keys.token}' .. token, amount) end
end
local function writeChanges()
  for _, account in ipairs(changed) do
    if changes[account] ~= 0 then
      redis.call('HINCRBY', account, 'o', string.format('%.0f', changes[account]))
    end
  end
end`;

/** Lua: removes a hold and returns its user, token and amount, or nil if there is none. */
export const DROP_HOLD = `
local function dropHold(holds, request)
  local text = redis.call('HGET', holds, request)
  if not text then return nil end
  redis.call('HDEL', holds, request)
  local user, token, amount = text:match('^(%d+) (%d+) (%d+)$')
  return user, token, tonumber(amount)
end`;
