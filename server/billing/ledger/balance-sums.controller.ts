import { Controller, Get } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { balanceSumsResponse, type BalanceSumsResponse } from '../../contract/resources/balance-sums.js';
import { ApiResponse } from '../../core/http/api-response.js';
import { Requires } from '../../core/http/requires.js';

@Controller('api/books/sums')
export class BalanceSumsController {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** What a change of `QuotaPerUnit` revalues. */
  @Get()
  @Requires('admin')
  @ApiResponse(balanceSumsResponse)
  async sums(): Promise<BalanceSumsResponse> {
    const [row]: { users: string; balances: string; codes: string; redeemable: string }[] =
      await this.database.query(
        `SELECT (SELECT count(*) FROM users WHERE deleted_at IS NULL) AS users,
                (SELECT coalesce(sum(quota), 0) FROM users WHERE deleted_at IS NULL) AS balances,
                count(*) AS codes, coalesce(sum(quota), 0) AS redeemable
         FROM redemptions WHERE status = 1 AND deleted_at IS NULL`,
      );
    return {
      users: Number(row?.users),
      balances: Number(row?.balances),
      redemptionCodes: Number(row?.codes),
      redeemable: Number(row?.redeemable),
    };
  }
}
