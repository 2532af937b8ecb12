import type { Redis } from 'ioredis';
import type { Vault } from '../../core/crypto.js';
import { scanPages } from '../../core/redis/cluster/several-keys.js';
import { Script } from '../../core/redis/scripts/script.js';
import { formerKeyIds, type Dependents, type SecretHolder } from '../secret-holder.js';

/** Keys of one step of the scan. */
const SCAN_COUNT = 200;

/** ARGV: key, value before, value after, of the same length. The time to live stays. Does nothing if the value is another one. */
const replace = new Script(`
if redis.call('GET', ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('SET', ARGV[1], ARGV[3], 'KEEPTTL')
return 1
`);

/** Records that `SealedRecords` keeps in Redis. */
export class RedisRecords implements SecretHolder {
  constructor(
    readonly name: string,
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  async count(): Promise<Dependents> {
    const found = new Map<string, number>();
    for await (const { keyId } of this.records()) found.set(keyId, (found.get(keyId) ?? 0) + 1);
    return found;
  }

  async reseal(vault: Vault, report: (values: number) => void): Promise<number> {
    const former = formerKeyIds(vault);
    let changed = 0;
    for await (const { key, keyId } of this.records()) {
      if (!former.includes(keyId)) continue;
      const before = await this.redis.getBuffer(key);
      const plain = before && vault.openBytes(before, key);
      if (!plain) continue;
      const args = [key, before, vault.sealBytes(plain, key)];
      const replaced = await replace.run(this.redis, args, undefined, key);
      if (replaced !== 1) continue;
      changed++;
      report(1);
    }
    return changed;
  }

  /** The scan may find a record twice. */
  private async *records(): AsyncGenerator<{ key: string; keyId: string }> {
    // In a cluster, the owner is in braces.
    const owners = /^\{?\d+\}?:(?:order|bytes)$/;
    for await (const keys of scanPages(this.redis, `${this.prefix}*`, SCAN_COUNT)) {
      for (const key of keys) {
        if (owners.test(key.slice(this.prefix.length))) continue;
        const start = await this.redis.getrangeBuffer(key, 0, 3);
        // Empty: it has expired.
        if (start.length === 4) yield { key, keyId: start.toString('hex') };
      }
    }
  }
}
