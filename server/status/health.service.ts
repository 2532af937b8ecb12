import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { Drain } from '../core/drain.js';
import { REDIS } from '../core/injection.js';
import { within } from '../core/deadline.js';
import { ApiError } from '../contract/errors/api-error.js';

/** A successful database check is reused for this long. */
const FRESH_MS = 10_000;
/** A slower Redis counts as unavailable, since probes have short timeouts. */
const PING_TIMEOUT_MS = 2000;

@Injectable()
export class HealthService {
  private answeredAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: DataSource,
    private readonly drain: Drain,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /** @throws ApiError database_unavailable */
  async checkDatabase(): Promise<void> {
    if (performance.now() - this.answeredAt < FRESH_MS) return;
    try {
      await this.database.query('SELECT 1');
    } catch (cause) {
      throw new ApiError('database_unavailable', {}, { cause });
    }
    this.answeredAt = performance.now();
  }

  /**
   * Does not check Postgres: requests with cached tokens are served without it. @throws ApiError draining,
   * service_unavailable
   */
  async checkReady(): Promise<void> {
    if (this.drain.leaving) throw new ApiError('draining');
    try {
      await within(this.redis.ping(), PING_TIMEOUT_MS, 'Redis');
    } catch (cause) {
      throw new ApiError('service_unavailable', {}, { cause });
    }
  }
}
