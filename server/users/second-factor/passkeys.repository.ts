import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Passkey } from './passkey.entity.js';

/** Rows of `passkeys`. */
@Injectable()
export class PasskeysRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Oldest first. */
  list(userId: number, manager?: EntityManager): Promise<Passkey[]> {
    return (manager ?? this.database.manager).find(Passkey, { where: { userId }, order: { id: 'ASC' } });
  }

  count(userId: number): Promise<number> {
    return this.database.manager.countBy(Passkey, { userId });
  }

  findByCredential(credentialId: string, manager?: EntityManager): Promise<Passkey | null> {
    return (manager ?? this.database.manager).findOneBy(Passkey, { credentialId });
  }

  insert(manager: EntityManager, passkey: Omit<Passkey, 'id' | 'lastUsedAt'>): Promise<Passkey> {
    return manager.save(manager.create(Passkey, { ...passkey, lastUsedAt: 0 }));
  }

  /**
   * Notes a use. One statement, so that of two uses with one count, which a copy of the authenticator would make, one fails.
   * @returns false if the count is not higher than the stored one; authenticators that do not count always send 0
   */
  async use(id: number, counter: number, lastUsedAt: number): Promise<boolean> {
    const where: FindOptionsWhere<Passkey> = { id, counter: counter === 0 ? 0 : LessThan(counter) };
    const { affected } = await this.database.manager.update(Passkey, where, { counter, lastUsedAt });
    return affected === 1;
  }

  /** @returns false if the account has no such passkey */
  async remove(manager: EntityManager, userId: number, id: number): Promise<boolean> {
    const { affected } = await manager.delete(Passkey, { userId, id });
    return affected === 1;
  }

  async removeAll(manager: EntityManager, userId: number): Promise<void> {
    await manager.delete(Passkey, { userId });
  }
}
