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
}

/** The first condition is that of the index `ledger_entries_user`. */
const OF_USER = `FROM ledger_entries
  WHERE user_id = $1 AND (kind <> 'consume' OR token_id = 0) AND kind = ANY($2) AND delta <> 0`;

/** Changes of a user's balance that are no charges. */
@Injectable()
export class OwnCreditsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Newest first. */
  page(userId: number, { offset, size }: Page): Promise<Credit[]> {
    return this.dataSource.query(
      `SELECT id, created_at AS "createdAt", kind, delta AS quota, request_id AS reference ${OF_USER}
       ORDER BY created_at DESC, id DESC OFFSET $3 LIMIT $4`,
      [userId, CREDIT_KINDS, offset, size],
    );
  }

  async count(userId: number): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      `SELECT count(*)::int AS count ${OF_USER}`,
      [userId, CREDIT_KINDS],
    );
    return row?.count ?? 0;
  }
}
