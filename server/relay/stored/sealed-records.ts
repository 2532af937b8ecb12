import type { Redis } from 'ioredis';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Vault } from '../../core/crypto.js';
import { within } from '../../core/deadline.js';
import { placedBy } from '../../core/redis/cluster/several-keys.js';
import { storeBounded, type Bounds } from '../../core/redis/scripts/store-bounded.js';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

/** What the keys of all sealed records in Redis begin with; the whole key is what their encryption is bound to. */
export const RECORD_PREFIXES = { responses: 'tollgate:response:', thoughts: 'tollgate:thoughts:' } as const;

const TIMEOUT_MS = 2000;
/** Characters; longer ids are neither the gateway's nor a provider's. */
const MAX_ID = 200;

export interface RecordLimits extends Bounds {
  /** Maximum bytes of a record before compression; larger ones are not stored. */
  readonly plainBytes: number;
  /** Maximum bytes of a record after compression and encryption; larger ones are not stored. */
  readonly sealedBytes: number;
}

export interface PlainRecord {
  readonly id: string;
  readonly content: Buffer;
}

/**
 * Customer content that is stored in Redis for a limited time: compressed, encrypted, bounded per record and per owner. A
 * record can be read only with its owner's id, which is part of the key and authenticated by the encryption.
 */
export class SealedRecords {
  constructor(
    private readonly redis: Redis,
    private readonly vault: Vault,
    private readonly prefix: string,
    private readonly limits: RecordLimits,
  ) {}

  /**
   * Makes one call to Redis. @returns false if a record was too large and was not stored. Rejects if Redis is unavailable
   */
  async store(ownerId: number, records: readonly PlainRecord[]): Promise<boolean> {
    const sealed = await Promise.all(records.map((record) => this.sealed(ownerId, record)));
    const entries = sealed.filter((entry) => entry !== undefined);
    if (entries.length > 0) await storeBounded(this.redis, this.owner(ownerId), this.limits, entries);
    return entries.length === records.length;
  }

  /** Undefined for records that this owner has not stored or that have expired. Rejects if Redis is unavailable */
  async find(ownerId: number, ids: readonly string[]): Promise<(Buffer | undefined)[]> {
    if (ids.length === 0) return [];
    const keys = ids.map((id) => this.key(ownerId, id.slice(0, MAX_ID)));
    const values = await within(this.redis.mgetBuffer(keys), TIMEOUT_MS, 'Redis');
    return Promise.all(values.map((value, at) => this.opened(keys[at] ?? '', value)));
  }

  /** @returns whether the record existed. Rejects if Redis is unavailable */
  async remove(ownerId: number, id: string): Promise<boolean> {
    return (await within(this.redis.del(this.key(ownerId, id.slice(0, MAX_ID))), TIMEOUT_MS, 'Redis')) > 0;
  }

  private async sealed(
    ownerId: number,
    { id, content }: PlainRecord,
  ): Promise<{ key: string; value: Buffer } | undefined> {
    if (content.length > this.limits.plainBytes || id.length > MAX_ID) return undefined;
    const key = this.key(ownerId, id);
    const value = this.vault.sealBytes(await compress(content, { level: 1 }), key);
    return value.length > this.limits.sealedBytes ? undefined : { key, value };
  }

  /** Values that cannot be decrypted, e.g. after a change of the secret, count as absent. */
  private async opened(key: string, value: Buffer | null | undefined): Promise<Buffer | undefined> {
    const plain = value ? this.vault.openBytes(value, key) : undefined;
    if (!plain) return undefined;
    return decompress(plain, { maxOutputLength: this.limits.plainBytes });
  }

  private key(ownerId: number, id: string): string {
    return `${this.owner(ownerId)}:${id}`;
  }

  private owner(ownerId: number): string {
    return `${this.prefix}${placedBy(this.redis, ownerId)}`;
  }
}
