import type { Redis } from 'ioredis';
import type { Env } from '../../core/env.js';
import type { ClientOrigin } from '../../core/http/access/devices.js';
import { RateLimits } from '../../core/http/rate-limits.js';
import { SignInThrottle, attemptLimits } from './sign-in-throttle.js';

const DAY_SECONDS = 86_400;

/** What the throttle uses of Redis: counters of the rate limits, and keys that expire. */
class RedisInMemory {
  readonly status = 'ready';
  readonly counters = new Map<string, number>();
  /** Keys with the second in which they expire. */
  readonly keys = new Map<string, number>();
  nowSeconds = 0;

  /** The script of rate-limiter-flexible: `[points counted, milliseconds until they expire]`. */
  async rlflxIncr([key, points, seconds]: [string, string, string]): Promise<[number, number]> {
    const count = (this.counters.get(key) ?? 0) + Number(points);
    this.counters.set(key, count);
    return [count, Number(seconds) * 1000];
  }

  async del(key: string): Promise<number> {
    return Number(this.counters.delete(key));
  }

  async exists(key: string): Promise<number> {
    return Number((this.keys.get(key) ?? 0) > this.nowSeconds);
  }

  async set(key: string, _value: string, mode: string, seconds: number): Promise<void> {
    if (mode !== 'EX') throw new Error('ERR syntax error');
    this.keys.set(key, this.nowSeconds + seconds);
  }
}

describe('the limits that an attempt to sign in counts towards', () => {
  test('a known browser has a count of its own, which others cannot use up', () => {
    expect(attemptLimits(true, true)).toEqual(['device on account']);
    expect(attemptLimits(true, false)).toEqual(['device on account']);
  });

  test('a known address counts per account alone', () => {
    expect(attemptLimits(false, true)).toEqual(['address on account']);
  });

  test('a stranger also counts over all accounts, and with all other strangers', () => {
    expect(attemptLimits(false, false)).toEqual([
      'address on account',
      'address on all accounts',
      'all addresses on account',
    ]);
  });
});

describe('attempts to sign in', () => {
  const OWNER: ClientOrigin = {
    address: '192.0.2.1',
    device: 'browser of the owner',
    userAgent: '',
    requestId: '',
    isLocal: false,
  };
  let redis: RedisInMemory;
  let throttle: SignInThrottle;
  let strangers: number;

  beforeEach(() => {
    redis = new RedisInMemory();
    strangers = 0;
    const env = { CRITICAL_RATE_LIMIT: 0, GLOBAL_API_RATE_LIMIT: 0 } as Env;
    const client = redis as unknown as Redis;
    throttle = new SignInThrottle(new RateLimits(client, env), client);
  });

  /** A browser that never signed in, by default at an address of its own. */
  function stranger(address?: string): ClientOrigin {
    strangers += 1;
    const own = `198.51.${Math.floor(strangers / 250)}.${strangers % 250}`;
    return { ...OWNER, device: `browser ${strangers}`, address: address ?? own };
  }

  /** How many of so many attempts are allowed, one after the other; rejected ones say how long to wait. */
  async function allowed(
    attempts: number,
    origin: () => ClientOrigin,
    name = () => 'alice',
  ): Promise<number> {
    let count = 0;
    for (let attempt = 0; attempt < attempts; attempt++)
      try {
        await throttle.begin(name(), origin());
        count += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: expect.any(Number) });
      }
    return count;
  }
  const byOwner = () => OWNER;
  const atOneAddress = () => stranger('203.0.113.9');
  const anywhere = () => stranger();

  test('ten from one address on one account, with whatever browsers', async () => {
    expect(await allowed(12, atOneAddress)).toBe(10);
    expect(await allowed(1, anywhere)).toBe(1);
    expect(await allowed(1, atOneAddress, () => 'bob')).toBe(1);
  });

  test('a hundred from one address on all accounts', async () => {
    let accounts = 0;
    expect(await allowed(105, atOneAddress, () => `user ${accounts++}`)).toBe(100);
    expect(await allowed(1, anywhere, () => 'user 104')).toBe(1);
  });

  test('a hundred from all addresses on one account', async () => {
    expect(await allowed(105, anywhere)).toBe(100);
    expect(await allowed(1, anywhere, () => 'bob')).toBe(1);
  });

  test('ten of a browser that signed in, which strangers cannot use up, even at the same address', async () => {
    await throttle.succeeded('alice', OWNER);
    await allowed(105, anywhere);
    await allowed(15, () => stranger(OWNER.address));
    expect(await allowed(12, byOwner)).toBe(10);
  });

  test('ten of an address that signed in, which strangers elsewhere cannot use up', async () => {
    await throttle.succeeded('alice', OWNER);
    await allowed(105, anywhere);
    expect(await allowed(12, () => stranger(OWNER.address))).toBe(10);
    expect(await allowed(1, anywhere)).toBe(0);
  });

  test('a sign-in is trusted for its account alone', async () => {
    await throttle.succeeded('alice', OWNER);
    await allowed(105, anywhere, () => 'bob');
    expect(await allowed(1, byOwner, () => 'bob')).toBe(0);
  });

  test('a success begins the counts of its browser and address anew', async () => {
    await throttle.succeeded('alice', OWNER);
    const fromAddress = () => stranger(OWNER.address);
    expect([await allowed(9, byOwner), await allowed(9, fromAddress)]).toEqual([9, 9]);
    await throttle.succeeded('alice', OWNER);
    expect([await allowed(12, byOwner), await allowed(12, fromAddress)]).toEqual([10, 10]);
  });

  test.each([
    ['a browser is trusted for 180 days', 180, byOwner],
    ['an address is trusted for 30 days', 30, () => stranger(OWNER.address)],
  ])('%s', async (_rule, days, origin) => {
    await throttle.succeeded('alice', OWNER);
    await allowed(100, anywhere);
    redis.nowSeconds = days * DAY_SECONDS - 1;
    expect(await allowed(1, origin)).toBe(1);
    redis.nowSeconds += 1;
    expect(await allowed(1, origin)).toBe(0);
  });

  test('addresses of one IPv6 network are one address, for counts and trust', async () => {
    await throttle.succeeded('alice', stranger('2001:db8:0:1::1'));
    await allowed(105, anywhere);
    expect(await allowed(12, () => stranger(`2001:db8:0:1::${strangers.toString(16)}`))).toBe(10);
    expect(await allowed(1, () => stranger('2001:db8:0:2::1'))).toBe(0);
  });

  test.each([
    ['alice', 'Alice', true],
    ['alice', 'ALICE', true],
    ['alice', 'alice2', false],
    ['straße', 'STRASSE', false],
  ])('%s and %s are one account: %s', async (name, other, isSame) => {
    expect(await allowed(10, atOneAddress, () => name)).toBe(10);
    expect(await allowed(1, atOneAddress, () => other)).toBe(isSame ? 0 : 1);
  });

  test('Redis has neither the name nor the browser, and each count has entries of its own', async () => {
    await allowed(1, anywhere);
    await throttle.succeeded('alice', OWNER);
    await allowed(1, byOwner);
    const names = [...redis.counters.keys(), ...redis.keys.keys()];
    for (const name of names) {
      expect(name).not.toMatch(/alice|browser/);
      expect(name).toMatch(/^[\w:.-]+$/);
    }
    const kinds = names.map((name) => /^(rateLimit:)?[^:]+:/.exec(name)?.[0]);
    expect(new Set(kinds)).toEqual(
      new Set([
        'rateLimit:signIn:',
        'rateLimit:signInAddress:',
        'rateLimit:signInAny:',
        'rateLimit:signInDevice:',
        'signInDevice:',
        'signInTrust:',
      ]),
    );
  });
});
