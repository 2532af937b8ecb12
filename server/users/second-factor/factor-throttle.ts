import { Injectable } from '@nestjs/common';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { RateLimits, type RateLimit } from '../../core/http/rate-limits.js';
import { SignInThrottle } from '../passwords/sign-in-throttle.js';

/** Attempts per account and day from all browsers and addresses together that have not passed before. */
const DAILY = { attempts: 50, seconds: 86_400 };

/**
 * Slows down the guessing of codes, as `SignInThrottle` does for passwords, with counts of its own: who knows the password could
 * reset those of passwords by signing in. Three codes of a million are right at a time, so the attempts of a day also have a limit;
 * it leaves a chance of 0.015 % per day.
 */
@Injectable()
export class FactorThrottle {
  private readonly daily: RateLimit;

  constructor(
    private readonly attempts: SignInThrottle,
    limits: RateLimits,
  ) {
    this.daily = limits.make('secondFactor', DAILY.attempts, DAILY.seconds);
  }

  /**
   * Counts an attempt before the code is checked.
   * @throws ApiError too_many_requests
   */
  async begin(userId: number, origin: ClientOrigin): Promise<void> {
    await this.attempts.begin(nameOf(userId), origin);
    if (!(await this.attempts.trusts(nameOf(userId), origin))) await this.daily.count(String(userId));
  }

  /** Resets the counts of this browser and address, and trusts both from now on. */
  async succeeded(userId: number, origin: ClientOrigin): Promise<void> {
    await this.attempts.succeeded(nameOf(userId), origin);
    await this.daily.forget(String(userId));
  }
}

/** The line break keeps it apart from names of users. */
function nameOf(userId: number): string {
  return `second factor\n${userId}`;
}
