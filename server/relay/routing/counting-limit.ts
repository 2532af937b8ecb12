import type { Redis } from 'ioredis';
import { RateLimit } from '../../core/http/rate-limits.js';

const SECONDS = 60;
/** Body bytes that count as one additional request, since counting takes time in proportion to the length. */
const BYTES_PER_POINT = 64 * 1024;

/**
 * Rate limit per user for token counting, which is free: requests a minute over all processes. A request with a large
 * body counts as several.
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

  /** @throws ApiError too_many_requests, with the seconds to wait */
  take(userId: number, bytes: number): Promise<void> {
    // Capped at the whole limit, so that the largest body can still be counted.
    return this.limit.count(String(userId), Math.min(this.points, 1 + Math.floor(bytes / BYTES_PER_POINT)));
  }
}
