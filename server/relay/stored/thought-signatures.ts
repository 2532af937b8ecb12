import type { Redis } from 'ioredis';
import type { Vault } from '../../core/crypto.js';
import type { CallThoughts } from '../hub/thoughts.js';
import { SealedRecords } from './sealed-records.js';

const KIB = 1024;

/**
 * Thoughts behind tool calls, by owner and call id: for providers that want them back and clients that do not send them
 * (https://ai.google.dev/gemini-api/docs/thought-signatures,
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks).
 */
export class ThoughtSignatures {
  private readonly records: SealedRecords;

  constructor(redis: Redis, vault: Vault) {
    this.records = new SealedRecords(redis, vault, 'tollgate:thoughts:', {
      seconds: 6 * 3600,
      plainBytes: 1024 * KIB,
      sealedBytes: 512 * KIB,
      ownerBytes: 8 * 1024 * KIB,
      ownerEntries: 2000,
    });
  }

  /** One call to Redis for all calls of an answer. Rejects when Redis is away */
  async store(userId: number, calls: ReadonlyMap<string, CallThoughts>): Promise<void> {
    const records = [...calls].map(([id, thoughts]) => ({
      id,
      content: Buffer.from(JSON.stringify(thoughts)),
    }));
    await this.records.store(userId, records);
  }

  /** Those of this user's that are stored. Rejects when Redis is away */
  async find(userId: number, ids: readonly string[]): Promise<Map<string, CallThoughts>> {
    const found = new Map<string, CallThoughts>();
    const contents = await this.records.find(userId, ids);
    for (const [at, content] of contents.entries()) {
      const id = ids[at];
      if (content && id !== undefined) found.set(id, JSON.parse(content.toString('utf8')) as CallThoughts);
    }
    return found;
  }
}
