import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { Vault } from '../../core/crypto.js';
import { RateLimits, type RateLimit } from '../../core/http/rate-limits.js';
import { REDIS } from '../../core/injection.js';
import { Script } from '../../core/redis/scripts/script.js';

/** One mail per address in this time, whatever it is about. */
const SECONDS_BETWEEN_MAILS = 60;
/** As many wrong tries kill a short code. Long ones cannot be guessed, and nobody shall be able to kill a stranger's. */
const WRONG_TRIES = 5;

/** What a code was sent for: each opens its own door only. A visitor's is for signing up, an account's for that account. */
export type Purpose = 'visitor' | `account:${number}` | 'reset';

/** KEYS none; ARGV key, hash of the code, wrong tries allowed (0 = any number). Takes what was kept, if the code is right. */
const take = new Script(`
local kept = redis.call('HMGET', ARGV[1], 'code', 'subject', 'wrong')
if not kept[1] then return false end
if kept[1] == ARGV[2] then
  local left = redis.call('PTTL', ARGV[1])
  redis.call('DEL', ARGV[1])
  return {kept[2], left, tonumber(kept[3])}
end
local wrong = redis.call('HINCRBY', ARGV[1], 'wrong', 1)
if tonumber(ARGV[3]) > 0 and wrong >= tonumber(ARGV[3]) then redis.call('DEL', ARGV[1]) end
return false
`);

/** ARGV key, hash, subject, wrong tries so far, milliseconds to live, 1 = keep what may have come meanwhile. */
const keep = new Script(`
if ARGV[6] == '1' and redis.call('EXISTS', ARGV[1]) == 1 then return 0 end
redis.call('DEL', ARGV[1])
redis.call('HSET', ARGV[1], 'code', ARGV[2], 'subject', ARGV[3], 'wrong', ARGV[4])
redis.call('PEXPIRE', ARGV[1], ARGV[5])
return 1
`);

const taken = z.tuple([z.string(), z.int(), z.int()]).nullable();

/** What a code is kept under, and what it must be. */
interface Lock {
  readonly purpose: Purpose;
  readonly email: string;
  readonly code: string;
}

/**
 * Codes that prove who reads the mail of an address. Redis knows neither the codes nor the addresses, only keyed hashes,
 * so looking one up takes as long for every wrong one.
 */
@Injectable()
export class MailCodes {
  private readonly mails: RateLimit;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    private readonly vault: Vault,
    limits: RateLimits,
  ) {
    this.mails = limits.make('mail', 1, SECONDS_BETWEEN_MAILS);
  }

  /**
   * Keeps a code, in place of an earlier one, and sends it. What could not be sent is as if it had not been asked for.
   * @param subject what the code is about; comes back when it is used
   * @throws Refusal too_many_requests when the address got a mail a moment ago
   */
  async send(
    given: Lock & { readonly subject?: string; readonly ttlMs: number },
    mail: () => Promise<void>,
  ): Promise<void> {
    const address = this.vault.lookupHash(given.email.toLowerCase());
    await this.mails.count(address);
    try {
      const { subject = '', ttlMs } = given;
      await keep.run(this.redis, [this.keyOf(given), this.hashOf(given), subject, 0, ttlMs, 0]);
      await mail();
    } catch (error) {
      await this.redis.del(this.keyOf(given));
      await this.mails.forget(address);
      throw error;
    }
  }

  /**
   * Uses a code up and does what it is good for. When that is refused (a name that is taken, say), the code is good again
   * for the time it had left.
   * @returns undefined when the code is wrong, too old, or used
   */
  async redeem<T>(lock: Lock, work: (subject: string) => Promise<T>): Promise<{ result: T } | undefined> {
    const tries = lock.purpose === 'reset' ? 0 : WRONG_TRIES;
    const found = taken.parse(await take.run(this.redis, [this.keyOf(lock), this.hashOf(lock), tries]));
    if (found === null) return undefined;
    const [subject, leftMs, wrong] = found;
    try {
      return { result: await work(subject) };
    } catch (error) {
      if (leftMs > 0)
        await keep.run(this.redis, [this.keyOf(lock), this.hashOf(lock), subject, wrong, leftMs, 1]);
      throw error;
    }
  }

  private keyOf({ purpose, email }: Lock): string {
    return `mailCode:${purpose}:${this.vault.lookupHash(email.toLowerCase())}`;
  }

  private hashOf({ code }: Lock): string {
    return this.vault.lookupHash(`mail code ${code}`);
  }
}
