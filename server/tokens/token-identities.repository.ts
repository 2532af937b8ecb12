import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { TOKEN_OF_KEY } from '../billing/key-holder.repository.js';
import type { KeyHashes } from '../billing/token-key.js';
import type { KeyColumns } from './token-key.js';
import { ownerOf, type IdentityRow, type OwnerRow, type TokenOwner } from './token-identity.js';

/** Select list for `users AS u`. */
const OWNER_COLUMNS = `u.id AS user_id, u.username, u.role, u.status AS user_status,
         u.deleted_at IS NOT NULL AS user_deleted, u."group" AS user_group, u.quota AS user_quota,
         u.setting AS user_setting`;

const BY_KEY_HASH = `
  SELECT t.id, t.name, t.status, t.expired_time, t.remain_quota, t.unlimited_quota, t.model_limits_enabled,
         t.model_limits, t.allow_ips, t.scopes, k.former_until, k.by_sha256, t."group", t.cross_group_retry, ${OWNER_COLUMNS}
  FROM ${TOKEN_OF_KEY} k JOIN tokens t ON t.id = k.id JOIN users u ON u.id = t.user_id
  WHERE t.deleted_at IS NULL`;

/** Reads what a relay request needs to know about its token and its user, always from the database. */
@Injectable()
export class TokenIdentitiesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** A token that is not deleted, with its owner, by its key or by the one that was replaced. @param hashes of the key, by `keyHashes` */
  async byKeyHash(hashes: KeyHashes): Promise<IdentityRow | undefined> {
    const [row]: IdentityRow[] = await this.dataSource.query(BY_KEY_HASH, [hashes.own, hashes.bySha256]);
    return row;
  }

  /** Stores what is known of a key at its first use, if its SHA-256 alone was imported. @param formerHash by which it was found */
  async adoptKey(formerHash: string, columns: Omit<KeyColumns, 'key'>): Promise<void> {
    const { keyHash, hashKey, keyEnd, hookSecret } = columns;
    await this.dataSource.query(
      `UPDATE tokens SET key_hash = $2, hash_key = $3, key_end = $4, hook_secret = $5
       WHERE key_hash = $1 AND key = '' AND NOT EXISTS (SELECT 1 FROM tokens WHERE key_hash = $2)`,
      [formerHash, keyHash, hashKey, keyEnd, hookSecret],
    );
  }

  /**
   * Replaces the hash of a key that is not stored, now that its plain text is known.
   * @param hashKey id of the secret of the new hash
   */
  async renewHash(formerHash: string, keyHash: string, hashKey: string): Promise<void> {
    const values = [formerHash, keyHash, hashKey];
    await this.dataSource.query(
      `UPDATE tokens SET key_hash = $2, hash_key = $3 WHERE key_hash = $1 AND key = ''`,
      values,
    );
    await this.dataSource.query(
      'UPDATE former_keys SET key_hash = $2, hash_key = $3 WHERE key_hash = $1',
      values,
    );
  }

  /** The user of a request without a token. */
  async ownerById(id: number): Promise<TokenOwner | undefined> {
    const [row]: OwnerRow[] = await this.dataSource.query(
      `SELECT ${OWNER_COLUMNS} FROM users u WHERE u.id = $1`,
      [id],
    );
    return row && ownerOf(row);
  }
}
