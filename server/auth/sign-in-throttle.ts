import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimits, type RateLimit } from '../core/http/rate-limits.js';
import { REDIS } from '../core/injection.js';
import { Refusal } from '../core/refusal.js';

/** Wrong passwords one address may try on one account. */
const FROM_ONE_ADDRESS = { attempts: 10, seconds: 900 };
/** Wrong passwords that all addresses together may try on one account. */
const FROM_ALL = { attempts: 100, seconds: 3600 };
/** How long an address that signed in counts as the owner's. */
const TRUST_SECONDS = 30 * 86_400;

/**
 * Slows down guessing without locking owners out: failures count per account and address, and a count over all addresses
 * stops guessing from many of them, but never an address the account was signed in from before.
 */
@Injectable()
export class SignInThrottle {
  private readonly fromOneAddress: RateLimit;
  private readonly fromAll: RateLimit;

  constructor(
    limits: RateLimits,
    @Inject(REDIS) private readonly redis: Redis,
  ) {
    this.fromOneAddress = limits.make('signInAddress', FROM_ONE_ADDRESS.attempts, FROM_ONE_ADDRESS.seconds);
    this.fromAll = limits.make('signIn', FROM_ALL.attempts, FROM_ALL.seconds);
  }

  /** @throws Refusal too_many_requests */
  async check(name: string, address: string): Promise<void> {
    const account = accountKey(name);
    if (await this.fromOneAddress.exhausted(`${account}:${address}`))
      throw new Refusal('too_many_requests', {}, { retryAfterSeconds: FROM_ONE_ADDRESS.seconds });
    if (
      (await this.fromAll.exhausted(account)) &&
      (await this.redis.exists(trustKey(account, address))) === 0
    )
      throw new Refusal('too_many_requests', {}, { retryAfterSeconds: FROM_ALL.seconds });
  }

  async failed(name: string, address: string): Promise<void> {
    const account = accountKey(name);
    await this.fromOneAddress.count(`${account}:${address}`);
    await this.fromAll.count(account);
  }

  async succeeded(name: string, address: string): Promise<void> {
    const account = accountKey(name);
    await this.fromOneAddress.forget(`${account}:${address}`);
    await this.redis.set(trustKey(account, address), '1', 'EX', TRUST_SECONDS);
  }
}

/** Names are typed by anyone and may be anything: the key is of one length and says nothing. */
function accountKey(name: string): string {
  return createHash('sha256').update(name.toLowerCase()).digest('base64url');
}

function trustKey(account: string, address: string): string {
  return `signInTrust:${account}:${address}`;
}
