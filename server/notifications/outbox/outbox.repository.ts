import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Mail } from '../mailer.js';
import type { Notice } from '../notice.js';
import { HOOK_TYPE, type Hook } from './hook.js';

/**
 * A notice that failed for good counts towards the limit of its type for at most this many seconds: the next notice may be
 * sent soon, but a broken target is not called constantly.
 */
const AFTER_FAILURE_SECONDS = 600;

/** Maximum number of notices of one type per account. */
export interface NoticeLimit {
  readonly most: number;
  readonly withinSeconds: number;
}

/** A notice for an account. The account's target is looked up when the notice is sent. */
export interface AccountNotice {
  readonly userId: number;
  readonly notice: Notice;
  /** A notification channel that was set up for alerts, instead of the one that the account chose. */
  readonly via?: string;
}

/**
 * What can be sent: a mail to an address, or a notice to an account. Of several messages with one `key` only the first is
 * sent.
 */
export type Message =
  | { readonly mail: Mail; readonly key?: string }
  | (AccountNotice & { readonly limit?: NoticeLimit; readonly key?: string });

/** A call of an address that a client chose for one task; `body` is JSON. */
export interface TaskHook {
  /** The same for all calls about one task. */
  readonly key: string;
  readonly userId: number;
  readonly hook: Hook;
}

/** Runs one statement in the caller's transaction and returns its rows. */
export type Query = (sql: string, parameters: unknown[]) => Promise<readonly unknown[]>;

/** Accepts messages within the transaction of their cause; the worker sends them after the commit. */
@Injectable()
export class OutboxRepository {
  /** @returns false when the key exists already or the limit is reached: nothing will be sent */
  async add(manager: EntityManager, message: Message): Promise<boolean> {
    const query: Query = (sql, parameters) => manager.query<unknown[]>(sql, parameters);
    if ('mail' in message) return this.enter(query, message.key, 0, 'mail', { mail: message.mail });
    const { userId, limit, key } = message;
    if (limit) {
      // Serialised, because two concurrent transactions could both be within the limit.
      await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `outbox ${userId} ${typeOf(message)}`,
      ]);
      return (await this.addNotices(query, [message], limit)) === 1;
    }
    return this.enter(query, key, userId, typeOf(message), contentOf(message));
  }

  /**
   * Adds the notices that the limit allows, in one statement. The caller must hold a lock (on the rows of the accounts) that
   * prevents others from adding notices for the same accounts at the same time.
   * @returns how many were added
   */
  async addNotices(
    query: Query,
    notices: readonly (AccountNotice & { readonly key?: string })[],
    { most, withinSeconds }: NoticeLimit,
  ): Promise<number> {
    const rows = await query(
      `INSERT INTO outbox (id, key, user_id, type, message)
       SELECT gen_random_uuid(), * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[])
         AS wanted (key, user_id, type, message)
       WHERE $5 > (SELECT count(*) FROM outbox o WHERE o.user_id = wanted.user_id AND o.type = wanted.type
         AND coalesce(o.finished_at, o.created_at) > now() - make_interval(
           secs => CASE o.state WHEN 'dead' THEN least($7::int, $6::int) ELSE $6::int END))
       ON CONFLICT (key) DO NOTHING
       RETURNING id`,
      [
        notices.map(({ key }) => key ?? null),
        notices.map(({ userId }) => userId),
        notices.map(typeOf),
        notices.map((one) => JSON.stringify(contentOf(one))),
        most,
        withinSeconds,
        AFTER_FAILURE_SECONDS,
      ],
    );
    return rows.length;
  }

  /**
   * Adds a call, or replaces the call with the same key. A call that is being sent is followed by the new one, so that
   * calls with one key arrive in order. They are sent with at least a second between them.
   */
  async replaceHook(manager: EntityManager, { key, userId, hook }: TaskHook): Promise<void> {
    // `after`: attempts that earlier calls have used up.
    const message = `{"hook":${JSON.stringify(hook)},"after":`;
    await manager.query(
      `INSERT INTO outbox (id, key, user_id, type, message)
       VALUES (gen_random_uuid(), $1, $2, '${HOOK_TYPE}', $3::text || '0}')
       ON CONFLICT (key) DO UPDATE SET state = 'waiting', message = $3::text || outbox.attempts::text || '}',
         due_at = CASE WHEN outbox.state = 'waiting' THEN outbox.due_at
                       ELSE greatest(now(), outbox.finished_at + interval '1 second') END,
         finished_at = NULL`,
      [key, userId, message],
    );
  }

  private async enter(
    query: Query,
    key: string | undefined,
    userId: number,
    type: string,
    message: object,
  ): Promise<boolean> {
    const rows = await query(
      `INSERT INTO outbox (id, key, user_id, type, message) VALUES (gen_random_uuid(), $1, $2, $3, $4)
       ON CONFLICT (key) DO NOTHING RETURNING id`,
      [key ?? null, userId, type, JSON.stringify(message)],
    );
    return rows.length === 1;
  }
}

/** Limits are those of each type and way. */
function typeOf({ notice, via }: AccountNotice): string {
  return via === undefined ? notice.type : `${notice.type}:${via}`;
}

function contentOf({ notice, via }: AccountNotice): object {
  return { notice, ...(via !== undefined && { via }) };
}
