import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { networkOf } from '../../core/http/proxies.js';
import { RateLimits, type AddressLimit, type RateLimit } from '../../core/http/rate-limits.js';
import { REDIS } from '../../core/injection.js';

/** Attempts from one known browser on one account. */
const FROM_ONE_DEVICE = { attempts: 10, seconds: 900 };
/** Attempts from one address on one account. */
const FROM_ONE_ADDRESS = { attempts: 10, seconds: 900 };
/** Attempts from all unknown browsers at unknown addresses together on one account. */
const FROM_ALL = { attempts: 100, seconds: 3600 };
/** Attempts from one address on all accounts together. */
const ON_ALL = { attempts: 100, seconds: 900 };
/** How long an address that signed in is trusted for the account. */
const ADDRESS_TRUST_SECONDS = 30 * 86_400;
/** How long a browser that signed in is trusted for the account; the cookie lives equally long. */
const DEVICE_TRUST_SECONDS = 180 * 86_400;

/**
 * Slows down password guessing without locking owners out
 * (https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html, device cookies).
 *
 * A browser that signed in to the account before has its own count, which others cannot use up. All other attempts
 * count per account and address. Unless the address signed in before, they also count per address over all accounts,
 * and per account over all addresses. So failed attempts of strangers never block an owner at a known browser, and they
 * are limited to 100 per hour and account, however many addresses take part.
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
   * Counts an attempt before the password is checked, so that concurrent attempts cannot exceed the limit.
   * @throws ApiError too_many_requests
   */
  async begin(name: string, origin: ClientOrigin): Promise<void> {
    const account = accountKey(name);
    const { device, address } = await this.trusted(account, origin);
    for (const limit of attemptLimits(device, address)) await this.count(limit, account, origin);
  }

  /** Whether this browser or address signed in to the account before. */
  async trusts(name: string, origin: ClientOrigin): Promise<boolean> {
    const { device, address } = await this.trusted(accountKey(name), origin);
    return device || address;
  }

  private async trusted(
    account: string,
    origin: ClientOrigin,
  ): Promise<{ readonly device: boolean; readonly address: boolean }> {
    const [device, address] = await Promise.all([
      this.redis.exists(deviceTrust(account, origin.device)),
      this.redis.exists(addressTrust(account, origin.address)),
    ]);
    return { device: device === 1, address: address === 1 };
  }

  /** Whether this browser signed in to the account before. */
  async knowsDevice(name: string, { device }: ClientOrigin): Promise<boolean> {
    return (await this.redis.exists(deviceTrust(accountKey(name), device))) === 1;
  }

  private count(limit: AttemptLimit, account: string, { address, device }: ClientOrigin): Promise<void> {
    switch (limit) {
      case 'device on account':
        return this.fromOneDevice.count(deviceCount(account, device));
      case 'address on account':
        return this.fromOneAddress.count(address, `${account}:`);
      case 'address on all accounts':
        return this.onAll.count(address);
      case 'all addresses on account':
        return this.fromAll.count(account);
    }
  }

  /** Resets the counts of this browser and address for the account, and trusts both from now on. */
  async succeeded(name: string, { address, device }: ClientOrigin): Promise<void> {
    const account = accountKey(name);
    await this.fromOneDevice.forget(deviceCount(account, device));
    await this.fromOneAddress.forget(address, `${account}:`);
    await this.redis.set(deviceTrust(account, device), '1', 'EX', DEVICE_TRUST_SECONDS);
    await this.redis.set(addressTrust(account, address), '1', 'EX', ADDRESS_TRUST_SECONDS);
  }
}

type AttemptLimit =
  'device on account' | 'address on account' | 'address on all accounts' | 'all addresses on account';

/**
 * The limits that an attempt counts towards, in order. The first one that is exceeded rejects the attempt, which then does not
 * count towards the later ones.
 * @param isKnownDevice whether this browser signed in to the account before
 * @param isKnownAddress whether this address did
 */
export function attemptLimits(isKnownDevice: boolean, isKnownAddress: boolean): readonly AttemptLimit[] {
  if (isKnownDevice) return ['device on account'];
  if (isKnownAddress) return ['address on account'];
  return ['address on account', 'address on all accounts', 'all addresses on account'];
}

/** Names are arbitrary input; the digest has a fixed length and does not reveal the name. */
function accountKey(name: string): string {
  return digest(name.toLowerCase());
}

function addressTrust(account: string, address: string): string {
  return `signInTrust:${account}:${networkOf(address, 64)}`;
}

/** Uses a hash of the device id, so that a device cookie cannot be forged from the contents of Redis. */
function deviceTrust(account: string, device: string): string {
  return `signInDevice:${deviceCount(account, device)}`;
}

function deviceCount(account: string, device: string): string {
  return `${account}:${digest(device)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
