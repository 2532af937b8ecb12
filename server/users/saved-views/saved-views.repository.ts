import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { SavedViewResponse, ViewPage } from '../../contract/resources/saved-view.js';
import { SavedView } from './saved-view.entity.js';

/** Views of one user for one page. */
export interface ViewOwner {
  readonly userId: number;
  readonly page: ViewPage;
}

@Injectable()
export class SavedViewsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** Oldest first. */
  list({ userId, page }: ViewOwner, manager?: EntityManager): Promise<SavedView[]> {
    return (manager ?? this.database.manager).find(SavedView, {
      where: { userId, page },
      order: { id: 'ASC' },
    });
  }

  /** Serialises changes of a user's views until the transaction ends. */
  async lock(manager: EntityManager, { userId }: ViewOwner): Promise<void> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`saved views ${userId}`]);
  }

  /** Adds views, or replaces those of the same names. */
  async save(
    manager: EntityManager,
    { userId, page }: ViewOwner,
    views: readonly SavedViewResponse[],
  ): Promise<void> {
    const rows = views.map(({ name, query, default: isDefault }) => ({
      userId,
      page,
      name,
      query,
      isDefault,
    }));
    await manager.upsert(SavedView, rows, ['userId', 'page', 'name']);
  }

  /** No view of the page is the default any more. */
  async clearDefault(manager: EntityManager, { userId, page }: ViewOwner): Promise<void> {
    await manager.update(SavedView, { userId, page, isDefault: true }, { isDefault: false });
  }

  async remove({ userId, page }: ViewOwner, name: string): Promise<boolean> {
    const { affected } = await this.database.manager.delete(SavedView, { userId, page, name });
    return affected === 1;
  }
}
