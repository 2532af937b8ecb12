import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import { RateLimits, type RateLimit } from '../core/http/rate-limits.js';
import { REDIS } from '../core/injection.js';

/** Passwords one address may try on one account. */
const FROM_ONE_ADDRESS = { attempts: 10, seconds: 900 };
/** Passwords that all addresses together may try on one account. */
const FROM_ALL = { attempts: 100, seconds: 3600 };
/** Passwords one address may try on all accounts together. */
const ON_ALL = { attempts: 100, seconds: 900 };
/** How long an address that signed in counts as the owner's. */
const TRUST_SECONDS = 30 * 86_400;

/**
 * Slows down guessing without locking owners out: tries count per account and address, over all addresses, and over all
 * accounts; the latter two never stop an address the account was signed in from before.
 */
@Injectable()
export class SignInThrottle {
  private readonly fromOneAddress: RateLimit;
  private readonly fromAll: RateLimit;
  private readonly onAll: RateLimit;

  constructor(
    limits: RateLimits,
    @Inject(REDIS) private readonly redis: Redis,
  ) {
    this.fromOneAddress = limits.make('signInAddress', FROM_ONE_ADDRESS.attempts, FROM_ONE_ADDRESS.seconds);
    this.fromAll = limits.make('signIn', FROM_ALL.attempts, FROM_ALL.seconds);
    this.onAll = limits.make('signInAny', ON_ALL.attempts, ON_ALL.seconds);
  }

  /**
   * Counts a try before the password is looked at, so tries that come all at once are no more than others.
   * @throws Refusal too_many_requests
   */
  async begin(name: string, address: string): Promise<void> {
    const account = accountKey(name);
    await this.fromOneAddress.count(`${account}:${address}`);
    if ((await this.redis.exists(trustKey(account, address))) === 1) return;
    await this.onAll.count(address);
    await this.fromAll.count(account);
  }

  /** Takes back what was counted for the account from there, and trusts the address from now on. */
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
