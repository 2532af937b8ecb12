import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.js';
import { ENV, REDIS } from '../injection.js';
import { ApiError } from '../api-error.js';
import { routeConfig } from './route-config.js';
import type { TextCode } from '../text/index.js';
import { clientAddress, networkOf } from './proxies.js';

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

  /** Counts one more, or what it weighs. @throws Refusal with the seconds to wait, under this code */
  async count(key: string, points = 1, code: TextCode = 'too_many_requests'): Promise<void> {
    try {
      await this.limiter.consume(key, points);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      const seconds = Math.ceil(rejected.msBeforeNext / 1000);
      throw new ApiError(code, { seconds }, { retryAfterSeconds: seconds });
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

/** How many times the limit of a /64 all addresses of one /48 may use together. */
const WIDE_FACTOR = 16;

/**
 * A limit per client address. IPv6 addresses count by their /64, which one client usually has whole; a /48, which holds 65,536
 * of those, has a higher limit of its own, which only requests count against that their /64 allows.
 */
export class AddressLimit {
  private readonly narrow: RateLimit;
  private readonly wide: RateLimit;

  /** @param points requests allowed per address and `seconds` */
  constructor(redis: Redis, name: string, points: number, seconds: number) {
    this.narrow = new RateLimit(redis, name, points, seconds);
    this.wide = new RateLimit(redis, `${name}Wide`, points * WIDE_FACTOR, seconds);
  }

  /**
   * Counts one more.
   * @param scope what the limit is for besides the address
   * @throws Refusal too_many_requests, with the seconds to wait
   */
  async count(address: string, scope = ''): Promise<void> {
    await this.narrow.count(scope + networkOf(address, 64));
    const network = networkOf(address, 48);
    if (network.endsWith('/48')) await this.wide.count(scope + network);
  }

  /** Forgets what was counted for the address; what a whole /48 did stays. */
  async forget(address: string, scope = ''): Promise<void> {
    await this.narrow.forget(scope + networkOf(address, 64));
  }
}

/** The limits per client address (spec/management-api.md 1.4); 0 in the environment switches one off. */
@Injectable()
export class RateLimits {
  private readonly api: AddressLimit | undefined;
  private readonly critical: AddressLimit | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) env: Env,
  ) {
    if (env.CRITICAL_RATE_LIMIT > 0)
      this.critical = this.perAddress('CT', env.CRITICAL_RATE_LIMIT, env.CRITICAL_RATE_LIMIT_DURATION);
    if (env.GLOBAL_API_RATE_LIMIT > 0)
      this.api = this.perAddress('GA', env.GLOBAL_API_RATE_LIMIT, env.GLOBAL_API_RATE_LIMIT_DURATION);
  }

  /** A limit of a feature's own. */
  make(name: string, points: number, seconds: number): RateLimit {
    return new RateLimit(this.redis, name, points, seconds);
  }

  /** A limit of a feature's own, per client address. */
  perAddress(name: string, points: number, seconds: number): AddressLimit {
    return new AddressLimit(this.redis, name, points, seconds);
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
