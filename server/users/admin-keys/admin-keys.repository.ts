import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { AdminKey } from './admin-key.entity.js';

/** A key and the name of its owner. */
export interface OwnedAdminKey {
  readonly key: AdminKey;
  readonly owner: string;
}

/** Admin keys. Times are Unix seconds. */
@Injectable()
export class AdminKeysRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** @returns null for unknown and expired keys */
  findValid(keyHash: string, now: number): Promise<AdminKey | null> {
    return this.database
      .createQueryBuilder(AdminKey, 'key')
      .where('key.keyHash = :keyHash AND key.expiresAt > :now', { keyHash, now })
      .getOne();
  }

  /** @param hashKey id of the secret of the hash */
  async replaceHash(id: number, keyHash: string, hashKey: string): Promise<void> {
    await this.database.manager.update(AdminKey, { id }, { keyHash, hashKey });
  }

  /**
   * Stores the use of a key, at most once in `precision` seconds for each address.
   * @param now Unix seconds
   */
  async touch(id: number, clientIp: string, now: number, precision: number): Promise<void> {
    await this.database.query(
      `UPDATE admin_keys SET last_used_at = $2, last_used_ip = $3
        WHERE id = $1 AND (last_used_at <= $2::bigint - $4::bigint OR last_used_ip <> $3)`,
      [id, now, clientIp, precision],
    );
  }

  /**
   * Keys that work, newest first.
   * @param ownerId undefined: of all accounts
   */
  async list(ownerId: number | undefined, now: number): Promise<OwnedAdminKey[]> {
    const query = this.database
      .createQueryBuilder(AdminKey, 'key')
      .innerJoin(
        'users',
        'owner',
        'owner.id = key.ownerId AND owner.deleted_at IS NULL AND owner.session_version = key.sessionVersion',
      )
      .addSelect('owner.username', 'owner_name')
      .where('key.expiresAt > :now', { now })
      .orderBy('key.id', 'DESC');
    if (ownerId !== undefined) query.andWhere('key.ownerId = :ownerId', { ownerId });
    const { entities, raw } = await query.getRawAndEntities<{ owner_name: string }>();
    return entities.map((key, index) => ({ key, owner: raw[index]!.owner_name }));
  }

  count(manager: EntityManager, ownerId: number): Promise<number> {
    return manager.count(AdminKey, { where: { ownerId } });
  }

  insert(manager: EntityManager, key: Omit<AdminKey, 'id'>): Promise<AdminKey> {
    return manager.save(AdminKey, key);
  }

  /** Deletes keys of an account that have expired or ended with a session version. */
  async removeEnded(
    manager: EntityManager,
    ownerId: number,
    sessionVersion: number,
    now: number,
  ): Promise<void> {
    await manager
      .createQueryBuilder()
      .delete()
      .from(AdminKey)
      .where('owner_id = :ownerId AND (expires_at <= :now OR session_version <> :sessionVersion)', {
        ownerId,
        now,
        sessionVersion,
      })
      .execute();
  }

  /**
   * Deletes a key.
   * @param ownerId undefined: of any account
   * @returns the deleted row, null if there was none
   */
  async remove(manager: EntityManager, id: number, ownerId: number | undefined): Promise<AdminKey | null> {
    const where = ownerId === undefined ? { id } : { id, ownerId };
    const found = await manager.findOne(AdminKey, { where, lock: { mode: 'pessimistic_write' } });
    if (found !== null) await manager.delete(AdminKey, { id });
    return found;
  }
}
