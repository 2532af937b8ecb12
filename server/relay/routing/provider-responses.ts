import type { Redis } from 'ioredis';
import { TickBatch } from '../../billing/ledger/tick-batch.js';
import { dependencyFailure } from '../../core/http/dependency-failure.js';
import { within } from '../../core/deadline.js';
import { keepAll } from '../../core/redis/scripts/keep-answers.js';
import { ApiError } from '../../core/api-error.js';

/** Where an answer that later requests may name is kept, and whose it is. */
export interface ProviderResponse {
  /** The vendor's name for it. */
  readonly id: string;
  readonly userId: number;
  readonly channelId: number;
  /** Every key is an account of its own: only this one knows the answer. */
  readonly keyIndex: number;
}

/**
 * Seconds a place is remembered. Vendors keep answers for a month, but a conversation goes on within the day; after that
 * nobody can say whose the answer is, so it is not found.
 */
const REMEMBERED_SECONDS = 24 * 3600;
const PREFIX = 'tollgate:kept:';
const TIMEOUT_MS = 2000;
/** Characters; what is longer is no vendor's id. */
const MAX_ID_LENGTH = 200;

/** Which channel stores which response id, shared by all processes. */
export class ProviderResponses {
  private readonly places = new TickBatch<{ key: string; value: string }, void>(async (entries) => {
    await keepAll(this.redis, REMEMBERED_SECONDS, entries);
    return entries.map(() => undefined);
  });

  constructor(
    private readonly redis: Redis,
    private readonly report: (problem: unknown, requestId: string) => void,
  ) {}

  /** Sent within this turn; nothing waits for it. */
  keep({ id, userId, channelId, keyIndex }: ProviderResponse, requestId: string): void {
    this.places
      .add({ key: PREFIX + id, value: `${userId} ${channelId} ${keyIndex}` })
      .catch((problem: unknown) => this.report(problem, requestId));
  }

  /** Undefined for what nobody got from here, or not lately. @throws Refusal 503 with Redis away */
  async find(id: string): Promise<ProviderResponse | undefined> {
    if (id.length > MAX_ID_LENGTH) return undefined;
    try {
      const text = await within(this.redis.get(PREFIX + id), TIMEOUT_MS, 'Redis');
      const [userId, channelId, keyIndex] = (text ?? '').split(' ').map(Number);
      if (userId === undefined || channelId === undefined || keyIndex === undefined) return undefined;
      return { id, userId, channelId, keyIndex };
    } catch (problem) {
      const away = dependencyFailure(problem);
      if (away === undefined) throw problem;
      throw new ApiError(away, {}, { cause: problem, retryAfterSeconds: 5 });
    }
  }
}
