import type { Redis } from 'ioredis';
import { RateLimit } from '../../core/http/rate-limits.js';

const SECONDS = 60;
/** Bytes that count as one request more: counting a body costs time by its length. */
const BYTES_PER_POINT = 64 * 1024;

/**
 * How much of the free counting of tokens a user may have: requests a minute, over all processes, of which one with a
 * large body counts as many.
 */
export class CountingLimit {
  private readonly limit: RateLimit;

  /** @param points requests a minute */
  constructor(
    redis: Redis,
    private readonly points: number,
  ) {
    this.limit = new RateLimit(redis, 'count-tokens', points, SECONDS);
  }

  /** @throws Refusal too_many_requests, with the seconds to wait */
  take(userId: number, bytes: number): Promise<void> {
    // The largest body takes a whole minute's share, and can be counted at all.
    return this.limit.count(String(userId), Math.min(this.points, 1 + Math.floor(bytes / BYTES_PER_POINT)));
  }
}
