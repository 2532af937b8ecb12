import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.js';
import { ENV, REDIS } from '../injection.js';
import { Refusal } from '../refusal.js';
import { clientAddress } from './proxies.js';
import { routeConfig } from './route-config.js';

/** Counts in Redis for the whole fleet; while Redis is away each process counts for itself rather than not at all. */
export class RateLimit {
  private readonly limiter: RateLimiterRedis;

  /** @param points requests allowed per `seconds`, counted from the first one */
  constructor(redis: Redis, name: string, points: number, seconds: number) {
    const shape = { keyPrefix: `rateLimit:${name}`, points, duration: seconds };
    this.limiter = new RateLimiterRedis({
      ...shape,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(shape),
    });
  }

  /** Counts one more, or what it weighs. @throws Refusal too_many_requests, with the seconds to wait */
  async count(key: string, points = 1): Promise<void> {
    try {
      await this.limiter.consume(key, points);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      throw new Refusal(
        'too_many_requests',
        {},
        { retryAfterSeconds: Math.ceil(rejected.msBeforeNext / 1000) },
      );
    }
  }

  /** Is the limit used up? Counts nothing. */
  async exhausted(key: string): Promise<boolean> {
    const state = await this.limiter.get(key);
    return state !== null && state.remainingPoints <= 0;
  }

  /** Forgets what was counted. */
  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }
}

/** The limits per client address (spec/management-api.md 1.4); 0 in the environment switches one off. */
@Injectable()
export class RateLimits {
  private readonly api: RateLimit | undefined;
  private readonly critical: RateLimit | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) env: Env,
  ) {
    if (env.CRITICAL_RATE_LIMIT > 0)
      this.critical = this.make('CT', env.CRITICAL_RATE_LIMIT, env.CRITICAL_RATE_LIMIT_DURATION);
    if (env.GLOBAL_API_RATE_LIMIT > 0)
      this.api = this.make('GA', env.GLOBAL_API_RATE_LIMIT, env.GLOBAL_API_RATE_LIMIT_DURATION);
  }

  /** A limit of a feature's own. */
  make(name: string, points: number, seconds: number): RateLimit {
    return new RateLimit(this.redis, name, points, seconds);
  }

  /** Every management request counts. */
  async countApi(request: FastifyRequest): Promise<void> {
    await this.api?.count(clientAddress(request));
  }

  /** Sign-in, codes, payment. */
  async countCritical(request: FastifyRequest): Promise<void> {
    await this.critical?.count(clientAddress(request));
  }
}

/**
 * Marks a route as critical: few calls per address (20 per 20 minutes), over all such routes together. They are counted
 * before the body is read (`body-limits.ts`), so a refused address costs no parsing.
 */
export const Critical = (): MethodDecorator => routeConfig({ critical: true });
