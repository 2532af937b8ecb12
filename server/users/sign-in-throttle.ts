import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { ClientOrigin } from '../core/http/devices.js';
import { networkOf } from '../core/http/proxies.js';
import { RateLimits, type AddressLimit, type RateLimit } from '../core/http/rate-limits.js';
import { REDIS } from '../core/injection.js';

/** Passwords that one browser known to the account may try on it. */
const FROM_ONE_DEVICE = { attempts: 10, seconds: 900 };
/** Passwords one address may try on one account. */
const FROM_ONE_ADDRESS = { attempts: 10, seconds: 900 };
/** Passwords that all unknown browsers at all unknown addresses together may try on one account. */
const FROM_ALL = { attempts: 100, seconds: 3600 };
/** Passwords one address may try on all accounts together. */
const ON_ALL = { attempts: 100, seconds: 900 };
/** How long an address that signed in counts as the owner's. */
const ADDRESS_TRUST_SECONDS = 30 * 86_400;
/** How long a browser that signed in counts as the owner's; the cookie lives as long. */
const DEVICE_TRUST_SECONDS = 180 * 86_400;

/**
 * Slows down guessing without locking owners out
 * (https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html, device cookies).
 *
 * A browser that signed in to the account before has a count of its own, which nobody else can use up. All other tries count per
 * account and address and, unless the address signed in before, also over all accounts of the address and over all addresses of
 * the account. So wrong tries of strangers never refuse an owner at a known browser, and however many addresses take part,
 * an account is tried at most 100 times an hour by them.
 */
@Injectable()
export class SignInThrottle {
  private readonly fromOneDevice: RateLimit;
  private readonly fromOneAddress: AddressLimit;
  private readonly fromAll: RateLimit;
  private readonly onAll: AddressLimit;

  constructor(
    limits: RateLimits,
    @Inject(REDIS) private readonly redis: Redis,
  ) {
    this.fromOneDevice = limits.make('signInDevice', FROM_ONE_DEVICE.attempts, FROM_ONE_DEVICE.seconds);
    this.fromOneAddress = limits.perAddress(
      'signInAddress',
      FROM_ONE_ADDRESS.attempts,
      FROM_ONE_ADDRESS.seconds,
    );
    this.fromAll = limits.make('signIn', FROM_ALL.attempts, FROM_ALL.seconds);
    this.onAll = limits.perAddress('signInAny', ON_ALL.attempts, ON_ALL.seconds);
  }

  /**
   * Counts a try before the password is looked at, so tries that come all at once are no more than others.
   * @throws Refusal too_many_requests
   */
  async begin(name: string, { address, device }: ClientOrigin): Promise<void> {
    const account = accountKey(name);
    if ((await this.redis.exists(deviceTrust(account, device))) === 1)
      return this.fromOneDevice.count(deviceCount(account, device));
    await this.fromOneAddress.count(address, `${account}:`);
    if ((await this.redis.exists(addressTrust(account, address))) === 1) return;
    await this.onAll.count(address);
    await this.fromAll.count(account);
  }

  /** Takes back what was counted for the account from there, and trusts address and browser from now on. */
  async succeeded(name: string, { address, device }: ClientOrigin): Promise<void> {
    const account = accountKey(name);
    await this.fromOneDevice.forget(deviceCount(account, device));
    await this.fromOneAddress.forget(address, `${account}:`);
    await this.redis.set(deviceTrust(account, device), '1', 'EX', DEVICE_TRUST_SECONDS);
    await this.redis.set(addressTrust(account, address), '1', 'EX', ADDRESS_TRUST_SECONDS);
  }
}

/** Names are typed by anyone and may be anything: the key is of one length and says nothing. */
function accountKey(name: string): string {
  return digest(name.toLowerCase());
}

function addressTrust(account: string, address: string): string {
  return `signInTrust:${account}:${networkOf(address, 64)}`;
}

/** Redis holds no id that a cookie could be made of. */
function deviceTrust(account: string, device: string): string {
  return `signInDevice:${deviceCount(account, device)}`;
}

function deviceCount(account: string, device: string): string {
  return `${account}:${digest(device)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
