import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { columnText } from '../../core/postgres/postgres-text.js';
import { HOOK_TYPE } from './hook.js';
import { OutboxMessage } from './outbox-message.entity.js';

/** Longer than the slowest possible mail delivery. Seconds. */
const LEASE_SECONDS = 180;
/** Seconds between two calls of one hook. */
const HOOK_PAUSE_SECONDS = 1;
const KEPT_DAYS = 7;

/** A message that this process has leased. */
export interface Claimed {
  id: string;
  user_id: number;
  type: string;
  message: string;
  attempts: number;
  created_at: Date;
}

/**
 * Leases of outbox messages and the results of attempts. A result takes effect only while the attempt holds the lease; after
 * it expired, another process decides. A hook that was replaced while it was sent is followed by the new one.
 */
@Injectable()
export class OutboxDeliveryRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Leases due messages to the caller and counts the attempt. @param only undefined = hooks and notices */
  claim(most: number, only: 'hooks' | 'notices' | undefined): Promise<Claimed[]> {
    const filter = only === undefined ? '' : `AND type ${only === 'hooks' ? '=' : '<>'} '${HOOK_TYPE}'`;
    return this.dataSource.query<Claimed[]>(
      `WITH due AS MATERIALIZED (
         SELECT id FROM outbox WHERE state = 'waiting' AND due_at <= now() ${filter}
         ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
       ), claimed AS (
         UPDATE outbox SET attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
         FROM due WHERE outbox.id = due.id
         RETURNING outbox.id, user_id, type, message, attempts, created_at
       )
       SELECT * FROM claimed`,
      [most, LEASE_SECONDS],
    );
  }

  /** After a failed attempt: the message is due again in `waitSeconds`. */
  async postpone({ id, attempts, message }: Claimed, waitSeconds: number, reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE outbox SET last_error = $4,
         due_at = now() + make_interval(secs => CASE WHEN message = $5 THEN $3::float ELSE ${HOOK_PAUSE_SECONDS} END)
       WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
      [id, attempts, waitSeconds, columnText(reason), message],
    );
  }

  /** @param state `dead` = given up */
  async finish({ id, attempts, message }: Claimed, state: 'sent' | 'dead', reason: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE outbox SET last_error = $4,
         state = CASE WHEN message = $5 THEN $3 ELSE 'waiting' END,
         finished_at = CASE WHEN message = $5 THEN now() END,
         due_at = CASE WHEN message = $5 THEN due_at ELSE now() + make_interval(secs => ${HOOK_PAUSE_SECONDS}) END
       WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
      [id, attempts, state, columnText(reason), message],
    );
  }

  /** Removes messages that were sent or given up a week ago. @returns the number of messages */
  async forgetOld(): Promise<number> {
    const { affected } = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(OutboxMessage)
      .where(`state <> 'waiting' AND finished_at < now() - make_interval(days => :days)`, { days: KEPT_DAYS })
      .execute();
    return affected ?? 0;
  }
}
