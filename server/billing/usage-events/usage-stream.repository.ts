import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { columnText } from '../../core/postgres/postgres-text.js';
import { LogType } from '../../contract/enums.js';
import { USAGE_KINDS, type UsageEntry, type UsageEvent } from './usage-event.js';

const NAME = 'ledger';

export interface StreamFigures {
  /** Age of the oldest charge or refund that is not delivered, seconds; 0 = none waits. */
  readonly waitingSeconds: number;
  /** Failed calls in a row. */
  readonly failures: number;
  /** Events that the receiver refused, and that are kept. */
  readonly refused: number;
}

/** An event that its receiver refused. */
export interface DeadLetter {
  readonly entryId: number;
  readonly eventId: string;
  /** JSON. */
  readonly event: string;
  readonly error: string;
  readonly refusedAt: number;
  readonly isDue: boolean;
}

const NOW = 'floor(extract(epoch FROM now()))::bigint';
const DEAD_LETTER = `entry_id AS "entryId", event_id AS "eventId", event, error, refused_at AS "refusedAt", is_due AS "isDue"`;

/** The entries of the ledger that are events, and those that were refused. */
@Injectable()
export class UsageStreamRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Entries after `position`, up to `end`, by id. The log row of a charge is found by its account and time, for which there is
   * an index.
   */
  entries(position: number, end: number, most: number): Promise<UsageEntry[]> {
    return this.database.query(
      `SELECT e.id, e.request_id AS "requestId", e.kind, e.user_id AS "userId", e.token_id AS "tokenId",
         e.channel_id AS "channelId", e.delta, e.uncollected, e.at AS "settledAt", u.username,
         l.token_name AS "tokenName", l.model_name AS model, l."group", l.prompt_tokens AS "promptTokens",
         l.completion_tokens AS "completionTokens"
       FROM (
         SELECT *, CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END AS at FROM ledger_entries
         WHERE id > $1 AND id <= $2 AND kind = ANY($3) ORDER BY id LIMIT $4
       ) e
       LEFT JOIN users u ON u.id = e.user_id
       LEFT JOIN LATERAL (
         SELECT token_name, model_name, "group", prompt_tokens, completion_tokens FROM logs
         WHERE user_id = e.user_id AND created_at = e.at AND request_id = e.request_id
           AND type = ${LogType.consumption} AND e.kind IN ('consume', 'correction')
         LIMIT 1
       ) l ON true
       ORDER BY e.id`,
      [position, end, USAGE_KINDS, most],
    );
  }

  /** Moves the stream over an event that its receiver refuses, and keeps the event. */
  async giveUp(from: number, event: UsageEvent, error: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const { position } = event.data;
      const [, moved]: [unknown, number] = await manager.query(
        'UPDATE usage_streams SET position = $3 WHERE name = $1 AND position = $2',
        [NAME, from, position],
      );
      if (moved !== 1) return false;
      await manager.query(
        `INSERT INTO usage_dead_letters (entry_id, event_id, event, error, refused_at)
         VALUES ($1, $2, $3, $4, ${NOW}) ON CONFLICT (entry_id) DO NOTHING`,
        [position, columnText(event.id), columnText(JSON.stringify(event)), columnText(error)],
      );
      return true;
    });
  }

  /** The latest first. */
  deadLetters(most: number): Promise<DeadLetter[]> {
    return this.database.query(
      `SELECT ${DEAD_LETTER} FROM usage_dead_letters ORDER BY entry_id DESC LIMIT $1`,
      [most],
    );
  }

  dueLetters(most: number): Promise<DeadLetter[]> {
    return this.database.query(
      `SELECT ${DEAD_LETTER} FROM usage_dead_letters WHERE is_due ORDER BY entry_id LIMIT $1`,
      [most],
    );
  }

  /** Lets all refused events be sent again. @returns how many there are */
  async sendAgain(): Promise<number> {
    const [, letters]: [unknown, number] = await this.database.query(
      'UPDATE usage_dead_letters SET is_due = true WHERE NOT is_due',
    );
    // The receiver was put right, so the stream need not wait either.
    await this.database.query('UPDATE usage_streams SET due_at = 0 WHERE name = $1', [NAME]);
    return letters;
  }

  async delivered({ entryId }: DeadLetter): Promise<void> {
    await this.database.query('DELETE FROM usage_dead_letters WHERE entry_id = $1', [entryId]);
    await this.database.query(
      `UPDATE usage_streams SET events = events + 1, delivered_at = ${NOW} WHERE name = $1`,
      [NAME],
    );
  }

  async refusedAgain({ entryId }: DeadLetter, error: string): Promise<void> {
    await this.database.query(
      `UPDATE usage_dead_letters SET is_due = false, error = $2, refused_at = ${NOW} WHERE entry_id = $1`,
      [entryId, columnText(error)],
    );
  }

  /** What is monitored; undefined where no receiver was ever set up. */
  async figures(): Promise<StreamFigures | undefined> {
    const [row]: StreamFigures[] = await this.database.query(
      `SELECT failures, (SELECT count(*)::int FROM usage_dead_letters) AS refused,
         greatest(0, coalesce(extract(epoch FROM now()) - (
           SELECT CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END FROM ledger_entries
           WHERE id > s.position AND kind = ANY($2) ORDER BY id LIMIT 1), 0))::float AS "waitingSeconds"
       FROM usage_streams s WHERE name = $1`,
      [NAME, USAGE_KINDS],
    );
    return row;
  }
}
