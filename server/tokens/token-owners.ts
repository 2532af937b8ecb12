import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ownerOf, type OwnerRow, type TokenOwner } from './token-identity.js';

/** Select list for `users AS u`. */
export const OWNER_COLUMNS = `u.id AS user_id, u.username, u.role, u.status AS user_status,
         u.deleted_at IS NOT NULL AS user_deleted, u."group" AS user_group, u.quota AS user_quota,
         u.setting AS user_setting`;

/** Reads users for relay requests without a token, always from the database. */
@Injectable()
export class TokenOwners {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async byId(id: number): Promise<TokenOwner | undefined> {
    const [row]: OwnerRow[] = await this.dataSource.query(
      `SELECT ${OWNER_COLUMNS} FROM users u WHERE u.id = $1`,
      [id],
    );
    return row && ownerOf(row);
  }
}
