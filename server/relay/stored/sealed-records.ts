import type { Redis } from 'ioredis';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Vault } from '../../core/crypto.js';
import { within } from '../../core/deadline.js';
import { storeBounded, type Bounds } from '../../core/redis/scripts/store-bounded.js';

const compress = promisify(deflateRaw);
const decompress = promisify(inflateRaw);

const TIMEOUT_MS = 2000;
/** Characters; what is longer is no id of ours or of a provider. */
const MAX_ID = 200;

export interface RecordLimits extends Bounds {
  /** Bytes of a record before it is compressed; larger ones are not stored. */
  readonly plainBytes: number;
  /** Bytes of a record as it is stored; larger ones are not stored. */
  readonly sealedBytes: number;
}

export interface PlainRecord {
  readonly id: string;
  readonly content: Buffer;
}

/**
 * Content of customers that is stored in Redis for a while: compressed, encrypted, bounded per record and per owner. A
 * record can be read under its owner's id alone: that is part of its key, and of what the encryption authenticates.
 */
export class SealedRecords {
  constructor(
    private readonly redis: Redis,
    private readonly vault: Vault,
    private readonly prefix: string,
    private readonly limits: RecordLimits,
  ) {}

  /** One call to Redis. @returns false when a record was too large and is not stored. Rejects when Redis is away */
  async store(ownerId: number, records: readonly PlainRecord[]): Promise<boolean> {
    const sealed = await Promise.all(records.map((record) => this.sealed(ownerId, record)));
    const entries = sealed.filter((entry) => entry !== undefined);
    if (entries.length > 0) await storeBounded(this.redis, `${this.prefix}${ownerId}`, this.limits, entries);
    return entries.length === records.length;
  }

  /** Undefined for what this owner has not stored, or no longer. Rejects when Redis is away */
  async find(ownerId: number, ids: readonly string[]): Promise<(Buffer | undefined)[]> {
    if (ids.length === 0) return [];
    const keys = ids.map((id) => this.key(ownerId, id.slice(0, MAX_ID)));
    const values = await within(this.redis.mgetBuffer(keys), TIMEOUT_MS, 'Redis');
    return Promise.all(values.map((value, at) => this.opened(keys[at] ?? '', value)));
  }

  /** @returns whether there was one. Rejects when Redis is away */
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

  /** What an earlier secret sealed, or nobody, counts as absent. */
  private async opened(key: string, value: Buffer | null | undefined): Promise<Buffer | undefined> {
    const plain = value ? this.vault.openBytes(value, key) : undefined;
    if (!plain) return undefined;
    return decompress(plain, { maxOutputLength: this.limits.plainBytes });
  }

  private key(ownerId: number, id: string): string {
    return `${this.prefix}${ownerId}:${id}`;
  }
}
