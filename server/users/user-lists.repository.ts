import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { Brackets, DataSource, type SelectQueryBuilder } from 'typeorm';
import { Role } from '../contract/enums.js';
import type { USER_SORTS, UserSearchQuery } from '../contract/resources/accounts/user.js';
import type { Page } from '../core/http/paging.js';
import { beginningWith, containing } from '../core/postgres/like.js';
import { foundPage, longPage, sortedPage, type Counted, type Sort } from '../core/long-list.js';
import { estimatedSize } from '../core/totals.js';
import type { Actor } from './actor-permissions.js';
import { User } from './user.entity.js';

/** Keywords this short have no trigram, so the index can find them only at the beginning of a text. */
const SHORT = 2;
/** Up to this number of users, all rows are read for a short keyword. */
const MAX_READ = 50_000;

/** Balances are in no index, so that a charge changes none. */
const SORTS: Readonly<Record<(typeof USER_SORTS)[number], Omit<Sort, 'descending'>>> = {
  id: { column: 'user.id', indexed: true },
  username: { column: 'user.username' },
  group: { column: 'user.group', indexed: true },
  role: { column: 'user.role', indexed: true },
  quota: { column: 'user.quota' },
  used_quota: { column: 'user.usedQuota' },
  request_count: { column: 'user.requestCount' },
  aff_count: { column: 'user.affCount' },
};

/** Lists and searches of users. */
@Injectable()
export class UserListsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** One page, newest first, including deleted users. */
  async page(
    actor: Pick<Actor, 'role'>,
    page: Page,
    { keyword = '', group = '', status, role, sort, descending = false }: Partial<UserSearchQuery>,
  ): Promise<Counted<User>> {
    const query = this.database.getRepository(User).createQueryBuilder('user');
    if (group !== '') query.andWhere('user.group = :group', { group });
    if (role !== undefined) query.andWhere('user.role = :role', { role });
    if (status) query.andWhere(`user.deletedAt IS ${status === 'deleted' ? 'NOT NULL' : 'NULL'}`);
    if (status && status !== 'deleted') query.andWhere('user.status = :status', { status: Number(status) });
    if (keyword !== '') await this.search(query, actor, keyword);
    if (sort) return sortedPage(query, page, { ...SORTS[sort], descending });
    return keyword === '' ? longPage(query, page) : foundPage(query, page);
  }

  /**
   * Restricts a query for `user` to users with `keyword` in their name, display name or e-mail address, or as their id, which
   * may begin with `#`. An address that the actor may not see does not match. Among many users, keywords of one or two characters match at
   * the beginning only.
   */
  private async search(
    query: SelectQueryBuilder<User>,
    actor: Pick<Actor, 'role'>,
    keyword: string,
  ): Promise<void> {
    const short = Array.from(keyword).length <= SHORT;
    const atBeginning = short && (await estimatedSize(this.database, 'users')) > MAX_READ;
    const pattern = atBeginning ? beginningWith(keyword) : containing(keyword);
    // The prefix search uses the indexes users_*_start, the other one users_words.
    const matches = (column: string) =>
      atBeginning ? `lower(user.${column}) LIKE lower(:pattern)` : `user.${column} ILIKE :pattern`;
    const ceiling = actor.role === Role.root ? Role.root + 1 : actor.role;
    query.andWhere(
      new Brackets((any) => {
        any.where(`${matches('username')} OR ${matches('displayName')}`, { pattern });
        any.orWhere(`${matches('email')} AND user.role < :ceiling`, { pattern, ceiling });
        const id = /^#?(\d{1,15})$/.exec(keyword)?.[1];
        if (id !== undefined) any.orWhere('user.id = :id', { id: Number(id) });
      }),
    );
  }
}
