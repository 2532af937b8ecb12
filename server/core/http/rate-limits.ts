import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.js';
import { ENV, REDIS } from '../injection.js';
import { ApiError } from '../../contract/errors/api-error.js';
import { routeConfig } from './route-config.js';
import { clientAddress, networkOf } from './proxies.js';

/** A rate limit counted in Redis for all processes. While Redis is unreachable each process counts on its own. */
export class RateLimit {
  private readonly limiter: RateLimiterRedis;

  /** @param points requests allowed per `seconds`, measured from the first request */
  constructor(redis: Redis, name: string, points: number, seconds: number) {
    const shape = { keyPrefix: `rateLimit:${name}`, points, duration: seconds };
    this.limiter = new RateLimiterRedis({
      ...shape,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(shape),
    });
  }

  /**
   * Counts `points` against the limit.
   * @throws ApiError with this code and the seconds to wait, if the limit is exceeded
   */
  async count(
    key: string,
    points = 1,
    code: 'too_many_requests' | 'mail_too_soon' = 'too_many_requests',
  ): Promise<void> {
    try {
      await this.limiter.consume(key, points);
    } catch (rejected) {
      if (!(rejected instanceof RateLimiterRes)) throw rejected;
      const seconds = Math.ceil(rejected.msBeforeNext / 1000);
      throw new ApiError(code, { seconds }, { retryAfterSeconds: seconds });
    }
  }

  /** True if the limit is used up. Counts nothing. */
  async exhausted(key: string): Promise<boolean> {
    const state = await this.limiter.get(key);
    return state !== null && state.remainingPoints <= 0;
  }

  /** Resets the count of a key. */
  async forget(key: string): Promise<void> {
    await this.limiter.delete(key);
  }
}

/** Multiple of the /64 limit that all addresses of one /48 share. */
const WIDE_FACTOR = 16;

/**
 * A rate limit per client address. IPv6 addresses count by their /64, which one client usually controls; the /48 around
 * it, with 65,536 of those, has a higher limit that counts only requests within the limit of their /64.
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
   * Counts one request.
   * @param scope what the limit applies to besides the address
   * @throws ApiError too_many_requests with the seconds to wait
   */
  async count(address: string, scope = ''): Promise<void> {
    await this.narrow.count(scope + networkOf(address, 64));
    const network = networkOf(address, 48);
    if (network.endsWith('/48')) await this.wide.count(scope + network);
  }

  /** Resets the count of the address; the count of its /48 stays. */
  async forget(address: string, scope = ''): Promise<void> {
    await this.narrow.forget(scope + networkOf(address, 64));
  }
}

/** The rate limits per client address of management requests; 0 in the environment disables a limit. */
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

  /** Creates a rate limit for a feature. */
  make(name: string, points: number, seconds: number): RateLimit {
    return new RateLimit(this.redis, name, points, seconds);
  }

  /** Creates a rate limit per client address for a feature. */
  perAddress(name: string, points: number, seconds: number): AddressLimit {
    return new AddressLimit(this.redis, name, points, seconds);
  }

  /** Counts a management request. */
  async countApi(request: FastifyRequest): Promise<void> {
    await this.api?.count(clientAddress(request));
  }

  /** Counts a request to a critical route, such as sign-in, mail codes or payment. */
  async countCritical(request: FastifyRequest): Promise<void> {
    await this.critical?.count(clientAddress(request));
  }
}

/**
 * Marks a route as critical: few calls per address (20 per 20 minutes by default) over all such routes together. They
 * are counted before the body is read (`body-limits.ts`), so that a rejected request costs no parsing.
 */
export const Critical = (): MethodDecorator => routeConfig({ critical: true });
