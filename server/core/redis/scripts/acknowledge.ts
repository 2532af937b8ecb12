import type { Redis } from 'ioredis';
import { keysOf, NOW } from './keys.js';
import { Script } from './script.js';

const acknowledge = new Script(
  (keys) => `
local epoch, first, last = ARGV[1], ARGV[2], ARGV[3]
if redis.call('GET', '${keys.epoch}') ~= epoch then return 0 end
local function parts(id)
  local time, number = id:match('^(%d+)-(%d+)$')
  return tonumber(time), tonumber(number)
end
-- Entries posted before by another process were acknowledged by it: do not subtract their charges again.
local postedTime, postedNumber = parts(redis.call('GET', '${keys.posted}') or '0-0')
local time, number = parts(first)
if time < postedTime or (time == postedTime and number <= postedNumber) then return 0 end
${NOW}
local at = 5
for _ = 1, tonumber(ARGV[4]) do
  local key = ARGV[at]
  -- Lua would write -0, which Redis rejects as a number.
  if ARGV[at + 1] ~= '0' then redis.call('HINCRBY', key, 'o', -ARGV[at + 1]) end
  -- Set it even without a loaded balance: one read from Postgres before this posting may arrive later and must be ignored.
  local balance, version = ARGV[at + 2], ARGV[at + 3]
  local f = redis.call('HMGET', key, 'v', 'e')
  if version ~= '' and (not f[1] or f[2] ~= epoch or tonumber(version) >= tonumber(f[1])) then
    redis.call('HSET', key, 'q', balance, 'v', version, 'e', epoch, 't', now)
  end
  at = at + 4
end
time, number = parts(last)
redis.call('XTRIM', '${keys.journal}', 'MINID', string.format('%.0f-%.0f', time, number + 1))
redis.call('SET', '${keys.posted}', last)
return 1
`,
);

/** The effect of posted charges on one account. */
export interface PostedAccount {
  kind: 'user' | 'token';
  id: number;
  /** Sum of the charges that are no longer outstanding. */
  charge: number;
  /** The row after posting; undefined if the row does not exist or none of its charges could be posted. */
  posted: { balance: number; version: number } | undefined;
}

/** A batch that was written to Postgres: a prefix of the journal, `first` to `last`. */
interface PostedBatch {
  epoch: string;
  first: string;
  last: string;
  accounts: readonly PostedAccount[];
}

/**
 * Removes a posted batch from the journal, subtracts its charges from the outstanding amounts and stores the new
 * balances, all atomically.
 * @returns false if the epoch changed or another process acknowledged the batch: read the journal again
 */
export async function acknowledgeBatch(redis: Redis, batch: PostedBatch): Promise<boolean> {
  const { accounts } = batch;
  const args: (string | number)[] = [batch.epoch, batch.first, batch.last, accounts.length];
  const keys = keysOf(redis);
  for (const { kind, id, charge, posted } of accounts)
    args.push(keys[kind] + id, charge, posted?.balance ?? '', posted?.version ?? '');
  return (await acknowledge.run(redis, args)) === 1;
}
