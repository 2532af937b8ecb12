import type { Redis } from 'ioredis';
import { TickBatch } from '../../billing/ledger/gate/tick-batch.js';
import { dependencyError } from '../../core/http/dependency-failure.js';
import { within } from '../../core/deadline.js';
import { keepAll } from '../../core/redis/scripts/keep-answers.js';

/** Where a provider stores a response that later requests may refer to, and which user owns it. */
export interface ProviderResponse {
  /** The provider's id of the response. */
  readonly id: string;
  readonly userId: number;
  readonly channelId: number;
  /** Each key is a separate account: only this one can access the response. */
  readonly keyIndex: number;
  /** Tokens of the conversation up to and with the response; undefined where the provider reported none. */
  readonly tokens?: number | undefined;
}

/**
 * Seconds a location is kept. Providers store responses for a month, but conversations continue within a day. Later the
 * owner is unknown, so the response counts as not found.
 */
const REMEMBERED_SECONDS = 24 * 3600;
const PREFIX = 'tollgate:kept:';
const TIMEOUT_MS = 2000;
/** Characters; provider ids are not longer. */
const MAX_ID_LENGTH = 200;

/** Locations of responses that providers store under an id, shared by all processes through Redis. */
export class ProviderResponses {
  private readonly places = new TickBatch<{ key: string; value: string }, void>(async (entries) => {
    await keepAll(this.redis, REMEMBERED_SECONDS, entries);
    return entries.map(() => undefined);
  });

  constructor(
    private readonly redis: Redis,
    private readonly report: (problem: unknown, requestId: string) => void,
  ) {}

  /** Written in one batch per event-loop turn, without waiting for Redis; failures are reported. */
  keep({ id, userId, channelId, keyIndex, tokens }: ProviderResponse, requestId: string): void {
    this.places
      .add({ key: PREFIX + id, value: `${userId} ${channelId} ${keyIndex}${tokens ? ` ${tokens}` : ''}` })
      .catch((problem: unknown) => this.report(problem, requestId));
  }

  /** Undefined for ids this gateway did not return within the last day. @throws ApiError 503 when Redis is unavailable */
  async find(id: string): Promise<ProviderResponse | undefined> {
    if (id.length > MAX_ID_LENGTH) return undefined;
    try {
      const text = await within(this.redis.get(PREFIX + id), TIMEOUT_MS, 'Redis');
      const [userId, channelId, keyIndex, tokens] = (text ?? '').split(' ').map(Number);
      if (userId === undefined || channelId === undefined || keyIndex === undefined) return undefined;
      return { id, userId, channelId, keyIndex, ...(tokens && { tokens }) };
    } catch (problem) {
      throw dependencyError(problem) ?? problem;
    }
  }
}
