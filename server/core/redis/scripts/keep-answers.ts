import type { Redis } from 'ioredis';
import { Script } from './script.js';

const keep = new Script(`
for i = 2, #ARGV, 2 do
  redis.call('SET', ARGV[i], ARGV[i + 1], 'EX', ARGV[1])
end
`);

/** Sets keys with a time to live in one call. */
export async function keepAll(
  redis: Redis,
  seconds: number,
  entries: readonly { key: string; value: string }[],
): Promise<void> {
  await keep.run(redis, [seconds, ...entries.flatMap(({ key, value }) => [key, value])]);
}
