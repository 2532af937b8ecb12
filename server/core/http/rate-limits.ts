import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../env.js';
import { ENV, REDIS } from '../injection.js';
import { Role } from '../../contract/enums.js';
import { ApiError } from '../../contract/errors/api-error.js';
import type { AccountState } from './access/account.js';
import { clientAddress, networkOf } from './proxies.js';

/** An account, as far as its limit depends on it. */
type Caller = Pick<AccountState, 'id' | 'role'>;

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

  /** True if the limit of the address is used up. Counts nothing. */
  exhausted(address: string, scope = ''): Promise<boolean> {
    return this.narrow.exhausted(scope + networkOf(address, 64));
  }

  /** Resets the count of the address; the count of its /48 stays. */
  async forget(address: string, scope = ''): Promise<void> {
    await this.narrow.forget(scope + networkOf(address, 64));
  }
}

/**
 * The rate limits of management requests: of each account, and per client address of everyone else, so that colleagues
 * behind one address and strangers do not use up each other's requests. 0 in the environment disables a limit.
 */
@Injectable()
export class RateLimits {
  private readonly api: AddressLimit | undefined;
  /** Of an ordinary user, whatever the address. */
  private readonly account: RateLimit | undefined;
  /** Of an administrator, whose console works through long lists. */
  private readonly operator: RateLimit | undefined;
  private readonly critical: AddressLimit | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(ENV) env: Env,
  ) {
    if (env.CRITICAL_RATE_LIMIT > 0)
      this.critical = this.perAddress('CT', env.CRITICAL_RATE_LIMIT, env.CRITICAL_RATE_LIMIT_DURATION);
    const { GLOBAL_API_RATE_LIMIT: points, GLOBAL_API_RATE_LIMIT_DURATION: seconds } = env;
    if (points === 0) return;
    this.api = this.perAddress('GA', points, seconds);
    this.account = this.make('GU', points, seconds);
    if (env.OPERATOR_API_RATE_LIMIT > 0)
      this.operator = this.make('GO', Math.max(env.OPERATOR_API_RATE_LIMIT, points), seconds);
  }

  /** Creates a rate limit for a feature. */
  make(name: string, points: number, seconds: number): RateLimit {
    return new RateLimit(this.redis, name, points, seconds);
  }

  /** Creates a rate limit per client address for a feature. */
  perAddress(name: string, points: number, seconds: number): AddressLimit {
    return new AddressLimit(this.redis, name, points, seconds);
  }

  /** Whether management requests are limited at all. */
  get limitsApi(): boolean {
    return this.api !== undefined;
  }

  /**
   * Counts a management request.
   * @param account that authenticated it; undefined: none, so it counts for its address
   * @throws ApiError too_many_requests with the seconds to wait
   */
  async countApi(request: FastifyRequest, account: Caller | undefined): Promise<void> {
    if (account === undefined) return this.api?.count(clientAddress(request));
    const limit = account.role >= Role.admin ? this.operator : this.account;
    await limit?.count(String(account.id));
  }

  /** Whether the address has no anonymous requests left. Counts nothing. */
  async isAddressExhausted(request: FastifyRequest): Promise<boolean> {
    return (await this.api?.exhausted(clientAddress(request))) === true;
  }

  /** Counts a request to a critical route, such as sign-in, mail codes or payment. */
  async countCritical(request: FastifyRequest): Promise<void> {
    await this.critical?.count(clientAddress(request));
  }
}
