import type { Redis } from 'ioredis';
import { DROP_HOLD, keysOf, NOW, outstandingLua } from './keys.js';
import { Script } from './script.js';

/** Defines `storeBalances(epoch, first)`: stores the balances that the arguments from `first` on describe. */
const STORE = `
${NOW}
local function storeBalances(epoch, first)
  for i = first, #ARGV, 3 do
    local f = redis.call('HMGET', ARGV[i], 'v', 'e')
    if not f[1] or f[2] ~= epoch or tonumber(ARGV[i + 2]) >= tonumber(f[1]) then
      redis.call('HSET', ARGV[i], 'q', ARGV[i + 1], 'v', ARGV[i + 2], 'e', epoch, 't', now)
    end
  end
end`;

const store = new Script(
  (keys) => `
local epoch = redis.call('GET', '${keys.epoch}')
if not epoch or (ARGV[1] ~= '' and ARGV[1] ~= epoch) then return 0 end
${STORE}
storeBalances(epoch, 2)
return 1
`,
);

const storeAndRelease = new Script(
  (keys) => `
${outstandingLua(keys)}
${DROP_HOLD}
${STORE}
local epoch = redis.call('GET', '${keys.epoch}')
if epoch then storeBalances(epoch, 3) end
local user, token, amount = dropHold('${keys.holds}' .. ARGV[1], ARGV[2])
if user then outstanding(user, token, -amount) end
`,
);

/** A balance as stored in Postgres. */
export interface PostedBalance {
  kind: 'user' | 'token';
  id: number;
  /** Quota. */
  balance: number;
  /** `ledger_version` of the row. */
  version: number;
}

/**
 * Stores balances read from Postgres in Redis; a newer version that is already there is kept.
 * @param epoch journal epoch the balances were read for; '' for the current one
 * @returns false if the epoch changed or Redis has none
 */
export async function storeBalances(
  redis: Redis,
  epoch: string,
  balances: readonly PostedBalance[],
): Promise<boolean> {
  return (await store.run(redis, [epoch, ...balances.flatMap(argumentsFor(redis))])) === 1;
}

/** Stores balances and releases a hold at once, so that the amount that was charged is never available again. */
export async function storeBalancesAndRelease(
  redis: Redis,
  { owner, requestId }: { owner: string; requestId: string },
  balances: readonly PostedBalance[],
): Promise<void> {
  await storeAndRelease.run(redis, [owner, requestId, ...balances.flatMap(argumentsFor(redis))]);
}

function argumentsFor(redis: Redis): (posted: PostedBalance) => (string | number)[] {
  const keys = keysOf(redis);
  return ({ kind, id, balance, version }) => [keys[kind] + id, balance, version];
}
