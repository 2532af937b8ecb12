import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { REDIS } from '../../core/injection.js';

/** Refused sign-ins of a minute that are rows of their own: of one address with one name, and of one address with any names. */
const PER_NAME = 5;
const PER_ADDRESS = 30;
/** Seconds for which counts are kept if no worker takes them. */
const KEPT_SECONDS = 86_400;
const MINUTES_KEY = 'tollgate:audit-refusals';

const counted = z.object({ address: z.string(), name: z.string(), times: z.int() });

/** Refusals of one address with one name, or with many names ('') beyond the limit of the address, in one minute. */
export type RefusalCount = z.infer<typeof counted> & {
  /** Begin, Unix seconds. */
  readonly minute: number;
};

/** Counts refused sign-ins by the minute, so that guesses do not flood the audit log. */
@Injectable()
export class RefusalCounts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Counts a refusal.
   * @param seconds now, Unix
   * @returns whether it gets a row of its own
   */
  async count(address: string, name: string, seconds: number): Promise<boolean> {
    const minute = seconds - (seconds % 60);
    const key = keyOf(minute);
    const byAddress = await this.add(key, `${fieldOf(address, '')}:all`);
    const byName = await this.add(key, fieldOf(address, name));
    if (byAddress <= PER_ADDRESS && byName <= PER_NAME) return true;
    await this.redis.sadd(MINUTES_KEY, minute);
    await this.redis.expire(MINUTES_KEY, KEPT_SECONDS);
    // Names beyond the limit of the address are counted together: anybody can make up any number of them.
    const as = byName > PER_NAME && byAddress <= PER_ADDRESS ? name : '';
    const field = fieldOf(address, as);
    await this.redis.hsetnx(key, `${field}:of`, JSON.stringify({ address, name: as, times: 0 }));
    await this.redis.hincrby(key, `${field}:more`, 1);
    return false;
  }

  /** The counts of minutes that are over. @param seconds now, Unix */
  async finished(seconds: number): Promise<RefusalCount[]> {
    const found: RefusalCount[] = [];
    for (const text of await this.redis.smembers(MINUTES_KEY)) {
      const minute = Number(text);
      if (minute + 60 > seconds) continue;
      const fields = await this.redis.hgetall(keyOf(minute));
      for (const [field, value] of Object.entries(fields)) {
        if (!field.endsWith(':of')) continue;
        const times = Number(fields[field.replace(/:of$/, ':more')] ?? 0);
        found.push({ ...counted.parse(JSON.parse(value)), times, minute });
      }
    }
    return found;
  }

  /** Forgets the counts of a minute. */
  async forget(minute: number): Promise<void> {
    await this.redis.del(keyOf(minute));
    await this.redis.srem(MINUTES_KEY, minute);
  }

  private async add(key: string, field: string): Promise<number> {
    const times = await this.redis.hincrby(key, field, 1);
    if (times === 1) await this.redis.expire(key, KEPT_SECONDS);
    return times;
  }
}

function keyOf(minute: number): string {
  return `${MINUTES_KEY}:${minute}`;
}

/** Names are arbitrary input; the digest has a fixed length. */
function fieldOf(address: string, name: string): string {
  return createHash('sha256').update(`${address}\n${name}`).digest('base64url');
}
