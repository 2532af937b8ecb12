import type { Redis } from 'ioredis';
import { within } from '../../deadline.js';
import { RedisRefused } from '../requirements.js';
import { ShardRedis } from '../cluster/shard-redis.js';
import { keysOf, type LedgerKeys } from './keys.js';

const TIMEOUT_MS = 2000;
/** Number of the format of the mark, which is in front of the id. */
const FORMAT = '1';

/** Commands of the ledger's scripts and of direct calls that work on keys. */
export const KEY_COMMANDS = [
  'decrby del exists expire get getdel hdel hexists hget hgetall hincrby hkeys hmget hset hsetnx hvals incr incrby',
  'lindex llen lpop lpush ltrim mget pexpire pttl rpush set xadd xlen xrange xtrim zadd zcard zrange zrem',
  'zremrangebyscore zscore',
]
  .join(' ')
  .split(' ');
/** Commands without keys. */
export const OTHER_COMMANDS = ['evalsha', 'info', 'ping', 'scan', 'time', 'multi'] as const;
const CHANNEL_COMMANDS = ['publish', 'subscribe'] as const;

const quoted = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** Lua: returns the mark of this Redis, and writes it where there is none; `installation` is '' for a reader. */
export const markLua = (keys: LedgerKeys): string => `
local function markOf(installation)
  local mark = redis.call('GET', '${keys.installation}')
  if not mark and installation ~= '' then
    mark = '${FORMAT}:' .. installation
    redis.call('SET', '${keys.installation}', mark)
  end
  return mark or ''
end`;

/**
 * Checks the rights of the user and compares the mark in one call. In a script, because two installations that find a new Redis at
 * the same time must not both write their mark.
 */
export const markScript = (keys: LedgerKeys): string => `
${markLua(keys)}
local denied = {}
local function check(...)
  local isKnown, isAllowed = pcall(redis.acl_check_cmd, ...)
  if isKnown and not isAllowed then denied[#denied + 1] = (...) end
end
-- Several of them take any number of keys.
local key, channel = '${keys.installation}', 'tollgate:events'
for _, name in ipairs({${quoted(KEY_COMMANDS)}}) do check(name, key, key, key, key) end
for _, name in ipairs({${quoted(CHANNEL_COMMANDS)}}) do check(name, channel, channel) end
for _, name in ipairs({${quoted(OTHER_COMMANDS)}}) do check(name) end
if #denied > 0 then return {'', table.concat(denied, ', ')} end
return {markOf(ARGV[1]), ''}`;

/** @param reply of `markScript` @returns undefined if this installation may use the Redis */
export function markProblem(reply: unknown, installation: string): RedisRefused | undefined {
  const [mark, denied] = reply as [string, string];
  if (denied)
    return new RedisRefused(
      `the user of Redis (REDIS_URL) may not use the commands ${denied}, or not on tollgate:*: grant it what docs/deployment.md names`,
    );
  return otherMark(mark, installation);
}

/** @returns the reason if the mark is that of another installation */
export function otherMark(mark: string, installation: string): RedisRefused | undefined {
  if (installation === '' || mark === '' || mark.split(':')[1] === installation) return undefined;
  return new RedisRefused(
    'Redis (REDIS_URL) belongs to another installation of Tollgate, whose accounts would be charged: give each installation a Redis, or a database number in REDIS_URL, of its own (or empty this one if that installation no longer exists)',
  );
}

/** Checks a ready connection again. @returns undefined if this installation may use the Redis @throws when it does not respond */
export async function checkMark(redis: Redis, installation: string): Promise<RedisRefused | undefined> {
  const keys = keysOf(redis);
  const named = redis instanceof ShardRedis ? [keys.installation, keys.absent] : [];
  return markProblem(
    await within(redis.eval(markScript(keys), named.length, ...named, installation), TIMEOUT_MS, 'Redis'),
    installation,
  );
}
