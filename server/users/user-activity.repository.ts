import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** When users were last active. */
@Injectable()
export class UserActivityRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Unix seconds of what a user did last: a charged request with a token, a sign-in, or another entry of the audit log. Users who did
   * none are absent. One query, which reads an index per user.
   */
  async lastSeen(userIds: readonly number[]): Promise<Map<number, number>> {
    const rows: { id: number; at: number | null }[] = await this.database.query(
      `SELECT asked.id, greatest(
         (SELECT max(accessed_time) FROM tokens WHERE user_id = asked.id),
         (SELECT created_at FROM audit_log WHERE actor_id = asked.id ORDER BY audit_log.id DESC LIMIT 1)) AS at
       FROM unnest($1::bigint[]) AS asked (id)`,
      [userIds],
    );
    return new Map(rows.flatMap(({ id, at }) => (at === null || at === 0 ? [] : [[id, at]])));
  }
}
