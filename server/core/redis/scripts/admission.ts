import type { Redis } from 'ioredis';
import { placedBy } from '../cluster/several-keys.js';
import { NOW } from './keys.js';
import { Script } from './script.js';

/** Limits of one channel or of one of its keys. Undefined and 0 mean no limit. */
export interface AdmissionLimits {
  readonly requestsPerMinute?: number;
  /** Input and output together. */
  readonly tokensPerMinute?: number;
  /** Concurrent requests. */
  readonly concurrency?: number;
  /** Quota units per day (UTC). */
  readonly dailyQuota?: number;
}

/** Something with limits: `12` is a channel, `12:3` its fourth key. */
export interface AdmissionScope {
  readonly name: string;
  readonly limits: AdmissionLimits;
}

/**
 * Redis keys of the admission limits:
 *
 * | Key | Type | Content |
 * |---|---|---|
 * | tollgate:admission:running:SCOPE | sorted set | requests in progress, by the end of their lease (ms) |
 * | tollgate:admission:requests:SCOPE:MINUTE | string | requests of that minute |
 * | tollgate:admission:tokens:SCOPE:MINUTE | string | tokens of those requests |
 * | tollgate:admission:quota:SCOPE:DAY | string | quota spent on that day |
 *
 * In a cluster, the first part of SCOPE is a hash tag (`{12}:3`): a channel and its keys are on one node, and counted in one call.
 *
 * Minutes slide: the previous minute counts by the share of it that is still within the last 60 seconds.
 */
const PREFIX = 'tollgate:admission:';

const SLIDING = `
local minute = math.floor(now / 60000)
local passed = (now % 60000) / 60000
local function sliding(kind, scope)
  local current = tonumber(redis.call('GET', '${PREFIX}' .. kind .. ':' .. scope .. ':' .. minute) or '0')
  local before = tonumber(redis.call('GET', '${PREFIX}' .. kind .. ':' .. scope .. ':' .. (minute - 1)) or '0')
  return current + before * (1 - passed)
end
local day = math.floor(now / 86400000)`;

/**
 * ARGV: request, lease ms, estimated tokens, then per scope: name, requests, tokens, concurrency, quota. Returns {0, 0}
 * if admitted, else the milliseconds to wait and the number of the full scope.
 */
const enter = new Script(`
${NOW}
${SLIDING}
local tokens = tonumber(ARGV[3])
for i = 4, #ARGV, 5 do
  local scope, requests, most, running, quota = ARGV[i], tonumber(ARGV[i+1]), tonumber(ARGV[i+2]), tonumber(ARGV[i+3]), tonumber(ARGV[i+4])
  if running > 0 then
    redis.call('ZREMRANGEBYSCORE', '${PREFIX}running:' .. scope, '-inf', now)
    if redis.call('ZCARD', '${PREFIX}running:' .. scope) >= running then return {1000, (i + 1) / 5} end
  end
  if requests > 0 and sliding('requests', scope) + 1 > requests then return {60000 - now % 60000, (i + 1) / 5} end
  if most > 0 then
    local used = sliding('tokens', scope)
    if used > 0 and used + tokens > most then return {60000 - now % 60000, (i + 1) / 5} end
  end
  if quota > 0 and tonumber(redis.call('GET', '${PREFIX}quota:' .. scope .. ':' .. day) or '0') >= quota then
    return {86400000 - now % 86400000, (i + 1) / 5}
  end
end
for i = 4, #ARGV, 5 do
  local scope = ARGV[i]
  if tonumber(ARGV[i+3]) > 0 then
    redis.call('ZADD', '${PREFIX}running:' .. scope, now + tonumber(ARGV[2]), ARGV[1])
    redis.call('PEXPIRE', '${PREFIX}running:' .. scope, ARGV[2])
  end
  if tonumber(ARGV[i+1]) > 0 then
    local key = '${PREFIX}requests:' .. scope .. ':' .. minute
    redis.call('INCR', key)
    redis.call('EXPIRE', key, 180)
  end
  if tonumber(ARGV[i+2]) > 0 then
    local key = '${PREFIX}tokens:' .. scope .. ':' .. minute
    redis.call('INCRBY', key, tokens)
    redis.call('EXPIRE', key, 180)
  end
end
return {0, 0}`);

/** ARGV: lease ms, then pairs of scope name and id of a request in progress. */
const renew = new Script(`
${NOW}
for i = 2, #ARGV, 2 do
  redis.call('ZADD', '${PREFIX}running:' .. ARGV[i], now + tonumber(ARGV[1]), ARGV[i+1])
  redis.call('PEXPIRE', '${PREFIX}running:' .. ARGV[i], ARGV[1])
end`);

/** ARGV: request, tokens beyond the estimate, quota, then the scope names. */
const leave = new Script(`
${NOW}
${SLIDING}
for i = 4, #ARGV do
  redis.call('ZREM', '${PREFIX}running:' .. ARGV[i], ARGV[1])
  if tonumber(ARGV[2]) ~= 0 then
    local key = '${PREFIX}tokens:' .. ARGV[i] .. ':' .. minute
    redis.call('INCRBY', key, ARGV[2])
    redis.call('EXPIRE', key, 180)
  end
  if tonumber(ARGV[3]) > 0 then
    local key = '${PREFIX}quota:' .. ARGV[i] .. ':' .. day
    redis.call('INCRBY', key, ARGV[3])
    redis.call('EXPIRE', key, 172800)
  end
end`);

/** A scope whose limit is reached, and how long to wait. */
export interface FullScope {
  readonly scope: AdmissionScope;
  readonly waitMs: number;
}

/**
 * Admits a request to all scopes or to none.
 * @param leaseMs time after which a request of a crashed server no longer counts as running
 * @param tokens estimated tokens, counted at once
 * @returns undefined if admitted; otherwise the full scope and the milliseconds after which a retry may succeed
 */
export async function enterScopes(
  redis: Redis,
  requestId: string,
  leaseMs: number,
  tokens: number,
  scopes: readonly AdmissionScope[],
): Promise<FullScope | undefined> {
  const args: (string | number)[] = [requestId, leaseMs, tokens];
  for (const { name, limits } of scopes)
    args.push(
      placed(redis, name),
      limits.requestsPerMinute ?? 0,
      limits.tokensPerMinute ?? 0,
      limits.concurrency ?? 0,
      limits.dailyQuota ?? 0,
    );
  const [waitMs, number] = (
    (await enter.run(redis, args, undefined, keyOf(redis, scopes[0]?.name))) as unknown[]
  ).map(Number);
  const scope = number ? scopes[number - 1] : undefined;
  return scope && { scope, waitMs: waitMs ?? 0 };
}

/** Renews the leases of requests in progress, given by scope. */
export async function renewScopes(
  redis: Redis,
  leaseMs: number,
  running: readonly (readonly [scope: string, requestId: string])[],
): Promise<void> {
  await Promise.all(
    callsFor(redis, running).map((group) => {
      const slots = group.flatMap(([scope, requestId]) => [placed(redis, scope), requestId]);
      return renew.run(redis, [leaseMs, ...slots], undefined, keyOf(redis, group[0]?.[0]));
    }),
  );
}

/** Removes a finished request from its scopes. `tokens` is its usage beyond the estimate, `quota` its cost. */
export async function leaveScopes(
  redis: Redis,
  requestId: string,
  tokens: number,
  quota: number,
  scopes: readonly AdmissionScope[],
): Promise<void> {
  const names = scopes.map(({ name }) => placed(redis, name));
  await leave.run(redis, [requestId, tokens, quota, ...names], undefined, keyOf(redis, scopes[0]?.name));
}

/** All in one call; in a cluster, one for each channel. */
function callsFor<Slot extends readonly [scope: string, requestId: string]>(
  redis: Redis,
  running: readonly Slot[],
): (readonly Slot[])[] {
  if (!redis.isCluster) return [running];
  const groups = new Map<string, Slot[]>();
  for (const slot of running) {
    const part = partOf(slot[0]);
    groups.set(part, [...(groups.get(part) ?? []), slot]);
  }
  return [...groups.values()];
}

/** The channel of a scope, or the whole name of one that is no channel. */
function partOf(scope: string): string {
  return scope.split(':', 1)[0]!;
}

function placed(redis: Redis, scope: string): string {
  if (!redis.isCluster) return scope;
  const part = partOf(scope);
  return placedBy(redis, part) + scope.slice(part.length);
}

/** A key of a scope, which tells a cluster the node. */
function keyOf(redis: Redis, scope = ''): string {
  return `${PREFIX}running:${placed(redis, scope)}`;
}
