import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { Vault, type Lookup } from '../../core/crypto.js';
import { networkOf } from '../../core/http/proxies.js';
import { RateLimits, type RateLimit } from '../../core/http/rate-limits.js';
import { REDIS } from '../../core/injection.js';
import { Script } from '../../core/redis/scripts/script.js';

/** Minimum time between two mails of one purpose to one address; consoles show a countdown of the same length. */
const SECONDS_BETWEEN_MAILS = 30;
/** Wrong attempts per client address on a short code; later attempts from that address always fail. */
const WRONG_TRIES = 5;
/**
 * Wrong attempts from all client addresses together that invalidate a short code. The chance of guessing it is at most
 * 1 in 16,000.
 */
const WRONG_TRIES_OF_ALL = 1000;

/**
 * Purpose of a code; it is valid for this purpose only. `account` is for changes of that account.
 */
export type Purpose = 'registration' | `account:${number}` | 'reset';

/**
 * No KEYS. ARGV: key, hash of the code, wrong attempts allowed per client address (0 = unlimited), client address,
 * wrong attempts allowed in all. If the code is right, removes it and returns its subject, its remaining time and the
 * counts of wrong attempts as JSON.
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

/**
 * ARGV: key, hash, subject, counts of wrong attempts as JSON, milliseconds to live, 1 = do not replace a code that was
 * stored in the meantime.
 */
const keep = new Script(`
if ARGV[6] == '1' and redis.call('EXISTS', ARGV[1]) == 1 then return 0 end
redis.call('DEL', ARGV[1])
redis.call('HSET', ARGV[1], 'code', ARGV[2], 'subject', ARGV[3])
local counts = cjson.decode(ARGV[4])
if #counts > 0 then redis.call('HSET', ARGV[1], unpack(counts)) end
redis.call('PEXPIRE', ARGV[1], ARGV[5])
return 1
`);

/** Initial counts: no wrong attempts. */
const NO_COUNTS = '[]';

const taken = z.tuple([z.string(), z.int(), z.string()]).nullable();

/** A code and the purpose and address it is stored under. */
interface Lock {
  readonly purpose: Purpose;
  readonly email: string;
  readonly code: string;
}

/**
 * Codes that prove control of an e-mail address. Redis stores keyed hashes only, so it reveals neither codes nor
 * addresses, and every wrong code takes equally long to reject.
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
   * Stores a code, replacing an earlier one, and sends it. If sending fails, the code is removed.
   * @param request `subject` is returned when the code is used
   * @throws ApiError mail_too_soon if the address recently received a mail of this purpose
   */
  async send(
    request: Lock & { readonly subject?: string; readonly ttlMs: number },
    mail: () => Promise<void>,
  ): Promise<void> {
    const [current] = this.vault.lookups;
    const key = keyOf(request, current);
    await this.limited(request, async () => {
      try {
        const { subject = '', ttlMs } = request;
        await this.run(keep, [key, hashOf(request, current), subject, NO_COUNTS, ttlMs, 0]);
        await mail();
      } catch (error) {
        await this.redis.del(key);
        throw error;
      }
    });
  }

  /**
   * Sends a mail without a code under the same limit as one with a code, so that callers cannot tell which was sent.
   * @throws ApiError mail_too_soon
   */
  async limited(request: Pick<Lock, 'purpose' | 'email'>, mail: () => Promise<void>): Promise<void> {
    const [kind = ''] = request.purpose.split(':');
    const key = `${kind}:${this.vault.lookupHash(request.email.toLowerCase())}`;
    await this.mails.count(key, 1, 'mail_too_soon');
    try {
      await mail();
    } catch (error) {
      await this.mails.forget(key);
      throw error;
    }
  }

  /**
   * Consumes a code and runs `work`. If `work` fails (for example because a name is taken), the code is restored for
   * its remaining time.
   * @param address address of the client; wrong attempts count per client address
   * @returns undefined if the code is wrong, expired or used
   */
  async redeem<T>(
    lock: Lock,
    address: string,
    work: (subject: string) => Promise<T>,
  ): Promise<{ result: T } | undefined> {
    const tries = lock.purpose === 'reset' ? 0 : WRONG_TRIES;
    const source = `from:${this.vault.lookupHash(networkOf(address, 64))}`;
    for (const lookup of this.vault.lookups) {
      const place = [keyOf(lock, lookup), hashOf(lock, lookup)] as const;
      const found = taken.parse(await this.run(take, [...place, tries, source, WRONG_TRIES_OF_ALL]));
      if (found !== null) return this.used(place, found, work);
    }
    return undefined;
  }

  private run(script: Script, args: readonly [key: string, ...(string | number)[]]): Promise<unknown> {
    return script.run(this.redis, args, undefined, args[0]);
  }

  private async used<T>(
    place: readonly [key: string, hash: string],
    [subject, leftMs, counts]: NonNullable<z.infer<typeof taken>>,
    work: (subject: string) => Promise<T>,
  ): Promise<{ result: T }> {
    try {
      return { result: await work(subject) };
    } catch (error) {
      if (leftMs > 0) await this.run(keep, [...place, subject, counts, leftMs, 1]);
      throw error;
    }
  }
}

function keyOf({ purpose, email }: Lock, { hash }: Lookup): string {
  return `mailCode:${purpose}:${hash(email.toLowerCase())}`;
}

function hashOf({ code }: Lock, { hash }: Lookup): string {
  return hash(`mail code ${code}`);
}
