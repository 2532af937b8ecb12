import type { Redis } from 'ioredis';
import { DROP_HOLD, KEYS, OUTSTANDING } from './keys.js';
import { Script } from './script.js';

// No look at the epoch: in a memory without the hold there is nothing to give back.
const release = new Script(`
${OUTSTANDING}
${DROP_HOLD}
local holds = '${KEYS.holds}' .. ARGV[1]
for i = 2, #ARGV do
  local user, token, amount = dropHold(holds, ARGV[i])
  if user then outstanding(user, token, -amount) end
end
`);

/** Gives holds back. Unknown ones are ignored. */
export async function releaseAll(redis: Redis, owner: string, requestIds: readonly string[]): Promise<void> {
  await release.run(redis, [owner, ...requestIds]);
}
