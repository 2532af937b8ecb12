import type { Redis } from 'ioredis';
import { hash } from 'node:crypto';
import type { Vault } from '../../core/crypto.js';
import type { CanonicalChat } from '../../dialects/canonical/chat.js';
import type { CallThoughts } from '../../dialects/canonical/thoughts.js';
import { RECORD_PREFIXES, SealedRecords } from './sealed-records.js';

const KIB = 1024;
/** Calls of which an owner's reasoning is stored, and that are looked up for one request. */
const MAX_CALLS = 2000;

/** Raised when the members of a stored record change. */
const FORMAT = 2;
/** Formats that are read; those of format 1 have no `arguments`. */
const READABLE: readonly number[] = [1, FORMAT];

/**
 * Ids with a random part. Some models count the calls of a conversation instead (`functions.search:0`), so that all
 * conversations have the same ids.
 */
const HAS_RANDOM_PART = /(?=[A-Za-z]*\d)[0-9A-Za-z]{9,}/;
/** Characters of a conversation's first message that identify it, together with its length. */
const IDENTIFYING = 4096;

/** Identifies a conversation by its first message of the user, which stays the same as the conversation grows. */
export function conversationFingerprint({ turns }: Pick<CanonicalChat, 'turns'>): string {
  const first = turns.find(({ role }) => role === 'user')?.parts ?? [];
  const text = first.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return hash('sha256', `${text.length} ${text.slice(0, IDENTIFYING)}`, 'base64url').slice(0, 22);
}

/**
 * Stores the reasoning behind tool calls for some hours, by owner, call id and, where the id may repeat, conversation: for
 * providers that expect it back and clients that do not send it (https://ai.google.dev/gemini-api/docs/thought-signatures,
 * https://platform.claude.com/docs/en/build-with-claude/extended-thinking#preserving-thinking-blocks).
 */
export class ThoughtSignatures {
  private readonly records: SealedRecords;

  constructor(redis: Redis, vault: Vault) {
    this.records = new SealedRecords(redis, vault, RECORD_PREFIXES.thoughts, {
      seconds: 6 * 3600,
      plainBytes: 1024 * KIB,
      sealedBytes: 512 * KIB,
      ownerBytes: 8 * 1024 * KIB,
      ownerEntries: MAX_CALLS,
    });
  }

  /** Makes one call to Redis for all calls of a response. Rejects if Redis is unavailable */
  async store(userId: number, conversation: string, calls: ReadonlyMap<string, CallThoughts>): Promise<void> {
    const records = [...calls].map(([id, thoughts]) => ({
      id: recordId(conversation, id),
      content: Buffer.from(JSON.stringify({ format: FORMAT, ...thoughts })),
    }));
    await this.records.store(userId, records);
  }

  /**
   * Returns what this user has stored of these calls. Rejects if Redis is unavailable
   * @param conversation see `conversationFingerprint`
   * @param calls ids in the order of the conversation, which may repeat some of them
   */
  async find(
    userId: number,
    conversation: string,
    calls: readonly string[],
  ): Promise<Map<string, CallThoughts>> {
    const found = new Map<string, CallThoughts>();
    // The newest ones: no others can be stored.
    const ids = [...new Set(calls.slice(-MAX_CALLS))];
    const contents = await this.records.find(
      userId,
      ids.map((id) => recordId(conversation, id)),
    );
    for (const [at, content] of contents.entries()) {
      const id = ids[at];
      if (!content || id === undefined) continue;
      const { format, ...thoughts } = JSON.parse(content.toString('utf8')) as CallThoughts & {
        format: number;
      };
      if (READABLE.includes(format)) found.set(id, thoughts);
    }
    return found;
  }
}

function recordId(conversation: string, callId: string): string {
  return HAS_RANDOM_PART.test(callId) ? callId : `${conversation}:${callId}`;
}
