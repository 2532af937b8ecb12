import { Injectable } from '@nestjs/common';
import { In, IsNull, Not, type EntityManager } from 'typeorm';
import { User } from '../../users/user.entity.js';
import type { Identity, ProviderFacts } from './providers.js';

type Property = ProviderFacts['property'];

/** Which accounts have an identity of a third party. */
@Injectable()
export class IdentitiesRepository {
  /** Locks an identity until the transaction ends: there may be no row yet to lock. */
  async lock(manager: EntityManager, { provider, id }: Identity): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `identity:${provider}:${id}`,
    ]);
  }

  /** The oldest account that is not deleted: imported rows may share an identity. */
  findLive(manager: EntityManager, property: Property, id: string): Promise<User | null> {
    return manager.findOne(User, {
      where: { [property]: id, deletedAt: IsNull() },
      order: { id: 'ASC' },
    });
  }

  hasDeleted(manager: EntityManager, property: Property, id: string): Promise<boolean> {
    return manager.existsBy(User, { [property]: id, deletedAt: Not(IsNull()) });
  }

  /** Whether an account, deleted or not, has one of these ids. */
  isBound(manager: EntityManager, property: Property, ids: readonly string[]): Promise<boolean> {
    return manager.existsBy(User, { [property]: In([...ids]) });
  }

  /** The id that the next user will probably get; generated names end with it. */
  async nextUserId(manager: EntityManager): Promise<number> {
    const [row] = await manager.query<{ next: number }[]>(
      'SELECT coalesce(max(id), 0)::int + 1 AS next FROM users',
    );
    return row?.next ?? 1;
  }
}
