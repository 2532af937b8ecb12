import type { Cluster, Redis } from 'ioredis';

/** What a cluster client has beside the commands of Redis. */
function clusterOf(redis: Redis): Cluster | undefined {
  return redis.isCluster ? (redis as unknown as Cluster) : undefined;
}

/** The values of keys; in a cluster, keys of several slots, which one MGET must not name. */
export function getAll(redis: Redis, keys: readonly string[]): Promise<(string | null)[]> {
  if (clusterOf(redis)) return Promise.all(keys.map((key) => redis.get(key)));
  return redis.mget([...keys]);
}

/**
 * The keys that match a pattern, page by page; a key may come twice. In a cluster, the keys of all primaries, one after the other.
 * @param count see SCAN
 */
export async function* scanPages(redis: Redis, pattern: string, count: number): AsyncGenerator<string[]> {
  const nodes = clusterOf(redis)?.nodes('master') ?? [redis];
  for (const node of nodes)
    for (let cursor = '0'; ;) {
      const [next, keys] = await node.scan(cursor, 'MATCH', pattern, 'COUNT', count);
      yield keys;
      if (next === '0') break;
      cursor = next;
    }
}

/** A part of a key by which a cluster places it: keys with the same part are on one node. A single Redis has the plain text. */
export function placedBy(redis: Redis, part: string | number): string {
  return redis.isCluster ? `{${part}}` : String(part);
}
