import type { Redis } from 'ioredis';
import { Script } from './script.js';

const keep = new Script(`
for i = 2, #ARGV, 2 do
  redis.call('SET', ARGV[i], ARGV[i + 1], 'EX', ARGV[1])
end
`);

/** Sets keys with a time to live in one call; in a cluster in one for each key, since they are on several nodes. */
export async function keepAll(
  redis: Redis,
  seconds: number,
  entries: readonly { key: string; value: string }[],
): Promise<void> {
  if (redis.isCluster)
    await Promise.all(entries.map(({ key, value }) => redis.set(key, value, 'EX', seconds)));
  else await keep.run(redis, [seconds, ...entries.flatMap(({ key, value }) => [key, value])]);
}
