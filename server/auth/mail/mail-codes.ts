import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { Vault } from '../../core/crypto.js';
import { networkOf } from '../../core/http/proxies.js';
import { RateLimits, type RateLimit } from '../../core/http/rate-limits.js';
import { REDIS } from '../../core/injection.js';
import { Script } from '../../core/redis/scripts/script.js';

/** One mail per purpose and address in this time; consoles count down as long before they offer to send again. */
const SECONDS_BETWEEN_MAILS = 30;
/** Wrong tries of a short code from one client address; its further tries are wrong whatever they say. */
const WRONG_TRIES = 5;
/** As many wrong tries from all client addresses kill a short code: a chance of 1 in 16,000 at most to guess it. */
const WRONG_TRIES_OF_ALL = 1000;

/** What a code was sent for: each opens its own door only. A visitor's is for signing up, an account's for that account. */
export type Purpose = 'visitor' | `account:${number}` | 'reset';

/**
 * KEYS none; ARGV key, hash of the code, wrong tries allowed per client address (0 = any number), client address, wrong tries
 * allowed in all. Takes what was kept, if the code is right, with the counts of wrong tries as JSON.
 */
const take = new Script(`
local kept = redis.call('HMGET', ARGV[1], 'code', 'subject', ARGV[4])
if not kept[1] then return false end
local tries = tonumber(ARGV[3])
if tries > 0 and tonumber(kept[3] or '0') >= tries then return false end
if kept[1] == ARGV[2] then
  local left = redis.call('PTTL', ARGV[1])
  local counts = {}
  local all = redis.call('HGETALL', ARGV[1])
  for i = 1, #all, 2 do
    if all[i] ~= 'code' and all[i] ~= 'subject' then
      counts[#counts + 1] = all[i]
      counts[#counts + 1] = all[i + 1]
    end
  end
  redis.call('DEL', ARGV[1])
  return {kept[2], left, cjson.encode(counts)}
end
if tries > 0 then
  redis.call('HINCRBY', ARGV[1], ARGV[4], 1)
  if redis.call('HINCRBY', ARGV[1], 'wrong', 1) >= tonumber(ARGV[5]) then redis.call('DEL', ARGV[1]) end
end
return false
`);

/** ARGV key, hash, subject, counts of wrong tries as JSON, milliseconds to live, 1 = keep what may have come meanwhile. */
const keep = new Script(`
if ARGV[6] == '1' and redis.call('EXISTS', ARGV[1]) == 1 then return 0 end
redis.call('DEL', ARGV[1])
redis.call('HSET', ARGV[1], 'code', ARGV[2], 'subject', ARGV[3])
local counts = cjson.decode(ARGV[4])
if #counts > 0 then redis.call('HSET', ARGV[1], unpack(counts)) end
redis.call('PEXPIRE', ARGV[1], ARGV[5])
return 1
`);

/** No wrong tries yet. */
const NO_COUNTS = '[]';

const taken = z.tuple([z.string(), z.int(), z.string()]).nullable();

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
   * @throws Refusal mail_too_soon when the address got a mail of this purpose a moment ago
   */
  async send(
    given: Lock & { readonly subject?: string; readonly ttlMs: number },
    mail: () => Promise<void>,
  ): Promise<void> {
    await this.limited(given, async () => {
      try {
        const { subject = '', ttlMs } = given;
        await keep.run(this.redis, [this.keyOf(given), this.hashOf(given), subject, NO_COUNTS, ttlMs, 0]);
        await mail();
      } catch (error) {
        await this.redis.del(this.keyOf(given));
        throw error;
      }
    });
  }

  /**
   * Sends a mail without a code under the same limit as one with a code, so that nobody can tell which of them was sent.
   * @throws Refusal mail_too_soon
   */
  async limited(given: Pick<Lock, 'purpose' | 'email'>, mail: () => Promise<void>): Promise<void> {
    const [kind = ''] = given.purpose.split(':');
    const key = `${kind}:${this.vault.lookupHash(given.email.toLowerCase())}`;
    await this.mails.count(key, 1, 'mail_too_soon');
    try {
      await mail();
    } catch (error) {
      await this.mails.forget(key);
      throw error;
    }
  }

  /**
   * Uses a code up and does what it is good for. When that is refused (a name that is taken, say), the code is good again
   * for the time it had left.
   * @param address of the client: its wrong tries count, and use up nobody else's
   * @returns undefined when the code is wrong, too old, or used
   */
  async redeem<T>(
    lock: Lock,
    address: string,
    work: (subject: string) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    const tries = lock.purpose === 'reset' ? 0 : WRONG_TRIES;
    const source = `from:${this.vault.lookupHash(networkOf(address, 64))}`;
    const found = taken.parse(
      await take.run(this.redis, [this.keyOf(lock), this.hashOf(lock), tries, source, WRONG_TRIES_OF_ALL]),
    );
    if (found === null) return undefined;
    const [subject, leftMs, counts] = found;
    try {
      return { result: await work(subject) };
    } catch (error) {
      if (leftMs > 0)
        await keep.run(this.redis, [this.keyOf(lock), this.hashOf(lock), subject, counts, leftMs, 1]);
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
