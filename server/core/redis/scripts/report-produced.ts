import type { Redis } from 'ioredis';
import { Script } from './script.js';
import type { SettleItem } from './settle.js';

/** Time after which records that are neither renewed nor swept expire, milliseconds. */
const KEPT_MS = 86_400_000;

const report = new Script(
  (keys) => `
local epoch, owner = ARGV[1], ARGV[2]
if redis.call('GET', '${keys.epoch}') ~= epoch or not redis.call('ZSCORE', '${keys.owners}', owner) then return 0 end
local holds, produced = '${keys.holds}' .. owner, '${keys.produced}' .. owner
local first = 4 + ARGV[3]
for i = 4, first - 1 do redis.call('HDEL', produced, ARGV[i]) end
for i = first, #ARGV, 2 do
  if redis.call('HEXISTS', holds, ARGV[i]) == 1 then redis.call('HSET', produced, ARGV[i], ARGV[i + 1]) end
end
redis.call('PEXPIRE', produced, ${KEPT_MS})
return 1
`,
);

/**
 * Stores what requests with open holds have produced so far, as the journal entries that the sweeper appends if this
 * process dies.
 * @param over requests whose entry is no longer needed
 * @returns false if the process must join the journal again first
 */
export async function reportProduced(
  redis: Redis,
  memory: { epoch: string; owner: string },
  items: Iterable<Pick<SettleItem, 'requestId' | 'charge' | 'entry'>>,
  over: readonly string[],
): Promise<boolean> {
  const args: (string | number)[] = [memory.epoch, memory.owner, over.length, ...over];
  for (const { requestId, charge, entry } of items) args.push(requestId, `${charge} ${entry}`);
  return (await report.run(redis, args)) === 1;
}
