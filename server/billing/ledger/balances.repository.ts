import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { BalanceSumsResponse } from '../../contract/resources/ledger/balance-sums.js';
import type { PostedBalance } from '../../core/redis/scripts/balances.js';

const SQL = {
  user: 'SELECT id, quota AS balance, ledger_version AS version, id AS "userId" FROM users WHERE id = ANY($1)',
  token:
    'SELECT id, remain_quota AS balance, ledger_version AS version, user_id AS "userId" FROM tokens WHERE id = ANY($1)',
} as const;

/** A balance, and the user that it belongs to. */
type BalanceRow = Omit<PostedBalance, 'kind'> & { readonly userId: number };

/** Balances in Postgres. */
@Injectable()
export class BalancesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Balances of users or of tokens; none for ids that do not exist. */
  read(kind: keyof typeof SQL, ids: readonly number[]): Promise<BalanceRow[]> {
    return this.dataSource.query(SQL[kind], [ids]);
  }

  /** What a change of `QuotaPerUnit` revalues. */
  async sums(): Promise<BalanceSumsResponse> {
    const [row]: { users: string; balances: string; codes: string; redeemable: string }[] =
      await this.dataSource.query(
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
