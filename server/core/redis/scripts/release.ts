import type { Redis } from 'ioredis';
import { DROP_HOLD, outstandingLua } from './keys.js';
import { Script } from './script.js';

// The epoch is not checked: where the hold does not exist there is nothing to release.
const release = new Script(
  (keys) => `
${outstandingLua(keys)}
${DROP_HOLD}
local holds = '${keys.holds}' .. ARGV[1]
for i = 2, #ARGV do
  local user, token, amount = dropHold(holds, ARGV[i])
  if user then outstanding(user, token, -amount) end
end
`,
);

/** Releases holds. Unknown request ids are ignored. */
export async function releaseAll(redis: Redis, owner: string, requestIds: readonly string[]): Promise<void> {
  await release.run(redis, [owner, ...requestIds]);
}
