import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  IsNull,
  type EntityManager,
  type QueryDeepPartialEntity,
  type SelectQueryBuilder,
} from 'typeorm';
import { NEVER_EXPIRES, TokenStatus } from '../contract/enums.js';
import type { TOKEN_SORTS, TokenListQuery } from '../contract/resources/token.js';
import type { Page } from '../core/http/paging.js';
import { sortedPage, type Counted } from '../core/long-list.js';
import { Token } from './token.entity.js';

/** Columns to change. Balances change by entries of the ledger only. */
type TokenColumns = Omit<QueryDeepPartialEntity<Token>, 'remainQuota' | 'usedQuota'>;

/** What is stored of a token's key. */
export type StoredKey = Pick<Token, 'id' | 'key' | 'keyEnd' | 'keyHash'>;

/** How a list of tokens is filtered and sorted. */
export type TokenFilter = Pick<TokenListQuery, 'status' | 'sort' | 'descending'>;

/** Among the tokens of one user. */
const SORTS: Readonly<Record<(typeof TOKEN_SORTS)[number], string>> = {
  id: 'token.id',
  name: 'token.name',
  used_quota: 'token.usedQuota',
  remain_quota: 'token.remainQuota',
  created_time: 'token.createdTime',
  accessed_time: 'token.accessedTime',
  // Empty values are the highest ones.
  expired_time: `nullif(token.expiredTime, ${NEVER_EXPIRES})`,
};

/** Tokens of one user that are not deleted. */
@Injectable()
export class TokensRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** @param lock locks the row until the transaction ends */
  findOwn(
    manager: EntityManager | undefined,
    userId: number,
    id: number,
    lock?: 'lock',
  ): Promise<Token | null> {
    return (manager ?? this.dataSource.manager).findOne(Token, {
      where: { id, userId, deletedAt: IsNull() },
      ...(lock && { lock: { mode: 'pessimistic_write' } }),
    });
  }

  /** One page, newest first unless sorted, and the number of all. */
  async ownPage(
    userId: number,
    page: Page,
    { status, sort, descending }: TokenFilter,
  ): Promise<Counted<Token>> {
    if (sort) return sortedPage(this.own(userId, status), page, { column: SORTS[sort], descending });
    const [items, total] = await this.dataSource.manager.findAndCount(Token, {
      where: { userId, deletedAt: IsNull(), ...(status !== undefined && { status }) },
      order: { id: 'DESC' },
      skip: page.offset,
      take: page.size,
    });
    return { items, total };
  }

  /**
   * Newest first unless sorted.
   * @param which a pattern that the names match, case-insensitively, or ids that are known to be the user's
   */
  async search(
    userId: number,
    which: { readonly name: string } | { readonly ids: readonly number[] },
    { status, sort, descending }: TokenFilter,
    limit: number,
  ): Promise<Token[]> {
    const query = this.own(userId, status);
    if ('name' in which) query.andWhere('token.name ILIKE :name', { name: which.name });
    else query.andWhere('token.id = ANY(:ids)', { ids: which.ids });
    const page = { page: 0, offset: 0, size: limit };
    if (sort) return (await sortedPage(query, page, { column: SORTS[sort], descending })).items;
    return query.orderBy('token.id', 'DESC').limit(limit).getMany();
  }

  private own(userId: number, status: number | undefined): SelectQueryBuilder<Token> {
    const query = this.dataSource.getRepository(Token).createQueryBuilder('token');
    query.where('token.userId = :userId AND token.deletedAt IS NULL', { userId });
    return status === undefined ? query : query.andWhere('token.status = :status', { status });
  }

  /** Encrypted keys of the tokens with ids below `below` whose names match a pattern, newest first. */
  keysBelow(userId: number, name: string, below: number, limit: number): Promise<StoredKey[]> {
    return this.dataSource.query<StoredKey[]>(
      `SELECT id, key, key_end AS "keyEnd", key_hash AS "keyHash" FROM tokens WHERE user_id = $1 AND deleted_at IS NULL AND name ILIKE $2 AND id < $3
         ORDER BY id DESC LIMIT ${limit}`,
      [userId, name, below],
    );
  }

  /** @returns the inserted columns and the id */
  insert<Columns extends Partial<Token>>(manager: EntityManager, columns: Columns) {
    return manager.save(Token, columns);
  }

  async update(manager: EntityManager, id: number, columns: TokenColumns): Promise<void> {
    await manager.update(Token, { id }, columns);
  }

  /** Soft delete. @returns false if the user has no such token */
  async remove(manager: EntityManager, userId: number, id: number): Promise<boolean> {
    const { affected } = await manager.update(
      Token,
      { id, userId, deletedAt: IsNull() },
      { deletedAt: new Date() },
    );
    return affected === 1;
  }

  /**
   * Stores why an enabled token does not work, unless its owner has changed the reason meanwhile.
   * @returns whether it was stored
   */
  async markEnded(
    { id, expiredTime, remainQuota }: Pick<Token, 'id' | 'expiredTime' | 'remainQuota'>,
    status: number,
  ): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
      Token,
      {
        id,
        status: TokenStatus.enabled,
        ...(status === TokenStatus.expired ? { expiredTime } : { remainQuota, unlimitedQuota: false }),
      },
      { status },
    );
    return affected === 1;
  }
}
