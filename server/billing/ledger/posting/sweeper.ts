import { Inject, Injectable } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { LogType } from '../../../contract/enums.js';
import { REDIS } from '../../../core/injection.js';
import { ledgersOf } from '../../../core/redis/cluster/cluster-redis.js';
import { forgetIdleBalances } from '../../../core/redis/scripts/forget-idle.js';
import { sweepHolds, type SweptHold } from '../../../core/redis/scripts/sweep.js';
import type { LogDetailsInput } from '../../../contract/resources/logs/log-details.js';
import { chineseText, storedText } from '../../../contract/stored-texts/catalogue.js';

const AT_ONCE = 500;
/** By then all servers have reconnected to Redis, milliseconds. */
const GRACE_MS = 5000;

/** Cleans up Redis data of terminated processes. */
@Injectable()
export class Sweeper {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(REDIS) private readonly redis: Redis,
  ) {}

  /**
   * Ends the holds of dead processes. Streams are charged for what they had produced and get a usage log row; other
   * holds are released with a note in the user's log.
   * @returns the number of holds ended
   */
  async releaseAbandonedHolds(graceMs = GRACE_MS): Promise<number> {
    return this.ofAllLedgers((ledger) => this.releaseIn(ledger, graceMs));
  }

  private async releaseIn(ledger: Redis, graceMs: number): Promise<number> {
    let released = 0;
    for (;;) {
      const holds = await sweepHolds(ledger, AT_ONCE, graceMs);
      released += holds.length;
      const unused = holds.filter(({ charge }) => charge === undefined);
      if (unused.length) await this.note(unused);
      if (holds.length < AT_ONCE) return released;
    }
  }

  private async note(holds: readonly SweptHold[]): Promise<void> {
    const texts = holds.map(({ amount }) => storedText('hold_released', { quota: amount }));
    await this.dataSource.query(
      `INSERT INTO logs (type, user_id, username, token_id, content, request_id, created_at, other)
       SELECT ${LogType.system}, s.user_id, coalesce(u.username, ''), s.token_id, s.content, s.request_id,
         floor(extract(epoch FROM now()))::bigint, s.other
       FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[])
         AS s (user_id, token_id, content, request_id, other)
       LEFT JOIN users u ON u.id = s.user_id`,
      [
        holds.map(({ userId }) => userId),
        holds.map(({ tokenId }) => tokenId),
        texts.map(chineseText),
        holds.map(({ requestId }) => requestId),
        texts.map((text) => JSON.stringify({ text } satisfies LogDetailsInput)),
      ],
    );
  }

  /** Removes idle balances from Redis. @returns the number removed */
  async forgetIdleBalances(): Promise<number> {
    return this.ofAllLedgers(forgetIdleBalances);
  }

  /** A shard whose node is away does not keep the others from being cleaned up. */
  private async ofAllLedgers(work: (ledger: Redis) => Promise<number>): Promise<number> {
    const results = await Promise.allSettled(ledgersOf(this.redis).map(work));
    let sum = 0;
    for (const one of results) {
      if (one.status === 'rejected') throw one.reason;
      sum += one.value;
    }
    return sum;
  }
}
