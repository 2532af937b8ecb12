import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { within } from '../deadline.js';
import { REDIS } from '../injection.js';

const KEY = 'tollgate:counters';
const TIMEOUT_MS = 2000;

/** Events that all processes of an installation count together. */
export const COUNTERS = [
  'task_refunds',
  'task_refunded_quota',
  'task_poll_calls',
  'task_poll_failures',
] as const;
export type CounterName = (typeof COUNTERS)[number];

/**
 * Counters for monitoring, in Redis. Not a source of truth: they begin again at 0 when Redis loses its data, and an event may
 * be missed while Redis is unavailable.
 */
@Injectable()
export class Counters {
  private readonly logger = new Logger('Counters');

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Adds whole numbers. Never fails and takes no time of the caller. */
  add(amounts: { readonly [Name in CounterName]?: number }): void {
    for (const [name, amount] of Object.entries(amounts))
      if (amount > 0)
        this.redis
          .hincrby(KEY, name, amount)
          .catch((error: unknown) => this.logger.debug(`${name} not counted: ${String(error)}`));
  }

  /** @throws when Redis cannot be reached */
  async all(): Promise<Readonly<Record<CounterName, number>>> {
    const values = await within(this.redis.hmget(KEY, ...COUNTERS), TIMEOUT_MS, 'Redis');
    return Object.fromEntries(COUNTERS.map((name, index) => [name, Number(values[index] ?? 0)])) as Record<
      CounterName,
      number
    >;
  }
}
