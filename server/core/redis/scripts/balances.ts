import type { Redis } from 'ioredis';
import { KEYS, NOW } from './keys.js';
import { Script } from './script.js';

const store = new Script(`
local epoch = redis.call('GET', '${KEYS.epoch}')
if not epoch or (ARGV[1] ~= '' and ARGV[1] ~= epoch) then return 0 end
${NOW}
for i = 2, #ARGV, 3 do
  local f = redis.call('HMGET', ARGV[i], 'v', 'e')
  if not f[1] or f[2] ~= epoch or tonumber(ARGV[i + 2]) >= tonumber(f[1]) then
    redis.call('HSET', ARGV[i], 'q', ARGV[i + 1], 'v', ARGV[i + 2], 'e', epoch, 't', now)
  end
end
return 1
`);

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
  const args: (string | number)[] = [epoch];
  for (const { kind, id, balance, version } of balances) args.push(KEYS[kind] + id, balance, version);
  return (await store.run(redis, args)) === 1;
}
