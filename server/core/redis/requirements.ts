/** Redis can be reached, but this process must not use it. The message is one line for the operator, with the remedy. */
export class RedisRefused extends Error {
  override readonly name = 'RedisRefused';
}

/**
 * @param info reply of INFO
 * @param isShard whether a cluster says which node it is: a replica is then one that the primary has become
 * @returns why the ledger cannot be kept in this Redis; undefined if it can. An error that is no `RedisRefused` passes by itself.
 */
export function problemOf(info: string, isShard = false): Error | undefined {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
  if (field('loading') === '1') return new Error('Redis is loading its data');
  if (field('role') === 'slave' && isShard)
    return new Error('the node of the shard is a replica: another one has the shard now');
  if (field('role') === 'slave')
    return new RedisRefused(
      'Redis (REDIS_URL) is a replica, which accepts no writes: set REDIS_URL to the address of the primary',
    );
  const policy = field('maxmemory_policy');
  // Without a memory limit Redis never evicts, whatever the policy.
  if (policy !== undefined && policy !== 'noeviction' && field('maxmemory') !== '0')
    return new RedisRefused(
      `Redis (REDIS_URL) evicts keys (maxmemory-policy ${policy}): set maxmemory-policy to noeviction`,
    );
  return undefined;
}
