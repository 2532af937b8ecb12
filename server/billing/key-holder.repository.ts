import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UserStatus } from '../contract/enums.js';

/** Columns of a token and of its owner. */
export interface KeyHolderRow {
  id: number;
  allow_ips: string;
  status: number;
  expired_time: number;
  remain_quota: number;
  used_quota: number;
  unlimited_quota: boolean;
  owner_enabled: boolean;
  owner_quota: number;
  owner_used: number;
}

const QUERY = `
  SELECT t.id, t.allow_ips, t.status, t.expired_time, t.remain_quota, t.used_quota, t.unlimited_quota,
         u.status = ${UserStatus.enabled} AND u.deleted_at IS NULL AS owner_enabled, u.quota AS owner_quota, u.used_quota AS owner_used
  FROM tokens t JOIN users u ON u.id = t.user_id
  WHERE t.key_hash = $1 AND t.deleted_at IS NULL`;

/** Tokens that are not deleted, with their owners. */
@Injectable()
export class KeyHolderRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Reads token and owner in one query, so that both are from the same moment. */
  async byKeyHash(keyHash: string): Promise<KeyHolderRow | undefined> {
    const [row] = await this.dataSource.query<KeyHolderRow[]>(QUERY, [keyHash]);
    return row;
  }
}
