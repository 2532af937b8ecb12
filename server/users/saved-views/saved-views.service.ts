import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import {
  MAX_SAVED_VIEWS,
  type SavedViewResponse,
  type SaveViewsRequest,
  type ViewPage,
} from '../../contract/resources/saved-view.js';
import { columnText } from '../../core/postgres/postgres-text.js';
import { SavedViewsRepository } from './saved-views.repository.js';

/** Views of the console that users save for themselves. */
@Injectable()
export class SavedViews {
  constructor(
    private readonly database: DataSource,
    private readonly stored: SavedViewsRepository,
  ) {}

  async list(userId: number, page: ViewPage): Promise<SavedViewResponse[]> {
    const views = await this.stored.list({ userId, page });
    return views.map(({ name, query, isDefault }) => ({ name, query, default: isDefault }));
  }

  /** Adds views, or replaces those of the same names. @throws ApiError views_full; then nothing is changed */
  async save(userId: number, { page, views }: SaveViewsRequest): Promise<void> {
    const owner = { userId, page };
    const saved = new Map(
      views.map((view) => {
        const name = columnText(view.name);
        return [name, { ...view, name, query: columnText(view.query) }];
      }),
    );
    // At most one: the last that says so.
    const standard = [...saved.values()].findLast((view) => view.default)?.name;
    await this.database.transaction(async (manager) => {
      await this.stored.lock(manager, owner);
      const names = new Set((await this.stored.list(owner, manager)).map(({ name }) => name));
      for (const name of saved.keys()) names.add(name);
      if (names.size > MAX_SAVED_VIEWS) throw new ApiError('views_full', { most: MAX_SAVED_VIEWS });
      if (standard !== undefined) await this.stored.clearDefault(manager, owner);
      await this.stored.save(
        manager,
        owner,
        [...saved.values()].map((view) => ({ ...view, default: view.name === standard })),
      );
    });
  }

  /** @throws ApiError view_not_found */
  async remove(userId: number, page: ViewPage, name: string): Promise<void> {
    if (!(await this.stored.remove({ userId, page }, columnText(name)))) throw new ApiError('view_not_found');
  }
}
