import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SPEND_DAYS } from '../../contract/limits.js';

/** Recent charges of the rows of a list: one query for all of them. */
@Injectable()
export class SpendRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Quota units of the last days by token; tokens without charges are absent. @param userId the owner of all tokens */
  ofTokens(userId: number, tokenIds: readonly number[]): Promise<Map<number, number>> {
    return this.sums('token_id', 'user_id = $1 AND token_id = ANY($2::bigint[])', [userId, tokenIds]);
  }

  /** Quota units of the last days by user; users without charges are absent. */
  ofUsers(userIds: readonly number[]): Promise<Map<number, number>> {
    return this.sums('user_id', 'user_id = ANY($1::bigint[])', [userIds]);
  }

  private async sums(
    column: 'token_id' | 'user_id',
    condition: string,
    parameters: readonly unknown[],
  ): Promise<Map<number, number>> {
    const since = Math.floor(Date.now() / 1000) - SPEND_DAYS * 86_400;
    const rows: { id: number; quota: number }[] = await this.database.query(
      `SELECT ${column} AS id, sum(quota)::bigint AS quota FROM usage_hours
       WHERE ${condition} AND at >= $${parameters.length + 1} GROUP BY 1`,
      [...parameters, since],
    );
    return new Map(rows.map(({ id, quota }) => [id, quota]));
  }
}
