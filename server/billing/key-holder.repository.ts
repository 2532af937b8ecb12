import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { UserStatus } from '../contract/enums.js';
import type { KeyHashes } from './token-key.js';

/** Columns of a token and of its owner. */
export interface KeyHolderRow {
  id: number;
  /** Unix seconds at which the key ends, if it was replaced; null for the token's own key. */
  former_until: number | null;
  scopes: string;
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

/**
 * The token of a key, as a table expression: by its own key, else by the one that was replaced. $1: the key's hash, $2: the hash that it
 * has until its first use if another gateway stored its SHA-256. One statement for both: unknown keys cost no more.
 */
export const TOKEN_OF_KEY = `(
  SELECT id, NULL::bigint AS former_until, key_hash = $2 AS by_sha256 FROM tokens WHERE key_hash IN ($1, $2)
  UNION ALL SELECT token_id, ends_at, FALSE FROM former_keys WHERE key_hash IN ($1, $2)
  ORDER BY former_until NULLS FIRST, by_sha256 LIMIT 1)`;

const QUERY = `
  SELECT t.id, k.former_until, t.scopes, t.allow_ips, t.status, t.expired_time, t.remain_quota, t.used_quota, t.unlimited_quota,
         u.status = ${UserStatus.enabled} AND u.deleted_at IS NULL AS owner_enabled, u.quota AS owner_quota, u.used_quota AS owner_used
  FROM ${TOKEN_OF_KEY} k JOIN tokens t ON t.id = k.id JOIN users u ON u.id = t.user_id
  WHERE t.deleted_at IS NULL`;

/** Tokens that are not deleted, with their owners. */
@Injectable()
export class KeyHolderRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Reads token and owner in one query, so that both are from the same moment. @param hashes of the key, by `keyHashes` */
  async byKeyHash(hashes: KeyHashes): Promise<KeyHolderRow | undefined> {
    const [row] = await this.dataSource.query<KeyHolderRow[]>(QUERY, [hashes.own, hashes.bySha256]);
    return row;
  }
}
