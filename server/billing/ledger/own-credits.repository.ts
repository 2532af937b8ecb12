import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CREDIT_KINDS } from '../../contract/resources/ledger/own-credits.js';
import type { Page } from '../../core/http/paging.js';

/** An entry that is no charge. */
export interface Credit {
  readonly id: number;
  readonly createdAt: number;
  readonly kind: (typeof CREDIT_KINDS)[number];
  readonly quota: number;
  readonly reference: string;
  readonly content: string;
  /** Of a payment, in the payment site's currency; 0 for others. */
  readonly paid: number;
}

/** The first condition is that of the index `ledger_entries_user`. */
const OF_USER = `entry.user_id = $1 AND (entry.kind <> 'consume' OR entry.token_id = 0) AND entry.kind = ANY($2) AND entry.delta <> 0`;

/** Changes of a user's balance that are no charges. */
@Injectable()
export class OwnCreditsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  page(userId: number, { offset, size }: Page): Promise<Credit[]> {
    return this.dataSource.query(
      `SELECT entry.id, entry.created_at AS "createdAt", entry.kind, entry.delta AS quota, entry.request_id AS reference, entry.content,
         coalesce(top_ups.money, 0) AS paid
       FROM ledger_entries entry
       LEFT JOIN top_ups ON entry.kind = 'topup' AND top_ups.trade_no = entry.request_id
       WHERE ${OF_USER}
       ORDER BY entry.created_at DESC, entry.id DESC OFFSET $3 LIMIT $4`,
      [userId, CREDIT_KINDS, offset, size],
    );
  }

  async count(userId: number): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count FROM ledger_entries entry WHERE ${OF_USER}`,
      [userId, CREDIT_KINDS],
    );
    return row?.count ?? 0;
  }
}
