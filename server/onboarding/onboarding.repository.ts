import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ChannelStatus, NEVER_EXPIRES, TokenStatus } from '../contract/enums.js';

/** Questions whether something exists. None of them counts rows: each ends at the first one that it finds. */
@Injectable()
export class OnboardingRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Whether an enabled channel passed its last test, or has answered charged requests, which proves more than a test. */
  async hasWorkingChannel(): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      `SELECT 1 FROM channels WHERE status = ${ChannelStatus.enabled}
         AND (used_quota > 0 OR coalesce((last_test->>'ok')::boolean, response_time > 0)) LIMIT 1`,
    );
    return found.length > 0;
  }

  /** Id of the user's newest token that clients can use. @param now Unix seconds */
  async usableToken(userId: number, now: number): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }[]>(
      `SELECT id FROM tokens WHERE user_id = $1 AND deleted_at IS NULL AND status = ${TokenStatus.enabled}
         AND (expired_time = ${NEVER_EXPIRES} OR expired_time >= $2) ORDER BY id DESC LIMIT 1`,
      [userId, now],
    );
    return row?.id ?? null;
  }

  /**
   * Whether a request of the user was answered: one was charged, or one of the tokens, deleted ones too, was used for a model
   * that is free. Tests of channels are neither charged nor made with a token.
   */
  async hasAnswer(userId: number): Promise<boolean> {
    const found = await this.database.query<unknown[]>(
      `SELECT 1 FROM users WHERE id = $1 AND used_quota > 0
       UNION ALL
       SELECT 1 FROM tokens WHERE user_id = $1 AND accessed_time > created_time
       LIMIT 1`,
      [userId],
    );
    return found.length > 0;
  }
}
