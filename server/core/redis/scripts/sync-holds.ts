import type { Redis } from 'ioredis';
import { DROP_HOLD, outstandingLua } from './keys.js';
import { Script } from './script.js';

const sync = new Script(
  (keys) => `
if redis.call('GET', '${keys.epoch}') ~= ARGV[1] then return 0 end
${outstandingLua(keys)}
${DROP_HOLD}
local holds = '${keys.holds}' .. ARGV[2]
local keep, first = {}, 4 + ARGV[3]
for i = 4, first - 1 do keep[ARGV[i]] = true end
for i = first, #ARGV, 2 do keep[ARGV[i]] = true end
for _, request in ipairs(redis.call('HKEYS', holds)) do
  if not keep[request] then
    local user, token, amount = dropHold(holds, request)
    outstanding(user, token, -amount)
  end
end
for i = first, #ARGV, 2 do
  if redis.call('HSETNX', holds, ARGV[i], ARGV[i + 1]) == 1 then
    local user, token, amount = ARGV[i + 1]:match('^(%d+) (%d+) (%d+)$')
    outstanding(user, token, tonumber(amount))
  end
end
return 1
`,
);

/** An open hold. */
export interface HeldItem {
  requestId: string;
  userId: number;
  tokenId: number;
  amount: number;
}

/**
 * Makes the holds of a process in Redis match those it has. Missing holds are created again regardless of the balance,
 * because they were granted before; unknown holds (the response to their request was lost) are released; the requests
 * in `asking` are in flight and stay as they are.
 * @returns false if the process must join the journal again first
 */
export async function syncHolds(
  redis: Redis,
  memory: { epoch: string; owner: string },
  open: Iterable<HeldItem>,
  asking: readonly string[],
): Promise<boolean> {
  const args: (string | number)[] = [memory.epoch, memory.owner, asking.length, ...asking];
  for (const hold of open)
    if (hold.amount > 0) args.push(hold.requestId, `${hold.userId} ${hold.tokenId} ${hold.amount}`);
  return (await sync.run(redis, args, 10_000)) === 1;
}
