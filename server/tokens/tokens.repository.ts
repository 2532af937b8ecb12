import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, ILike, In, IsNull, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import { TokenStatus } from '../contract/enums.js';
import type { Page } from '../core/http/paging.js';
import { Token } from './token.entity.js';

/** Columns to change. Balances change by entries of the ledger only. */
type TokenColumns = Omit<QueryDeepPartialEntity<Token>, 'remainQuota' | 'usedQuota'>;

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

  /** One page, newest first, and the number of all. @param status undefined = any */
  ownPage(userId: number, page: Page, status: number | undefined): Promise<[Token[], number]> {
    return this.dataSource.manager.findAndCount(Token, {
      where: { userId, deletedAt: IsNull(), ...(status !== undefined && { status }) },
      order: { id: 'DESC' },
      skip: page.offset,
      take: page.size,
    });
  }

  /**
   * Newest first.
   * @param which a pattern that the names match, case-insensitively, or ids that are known to be the user's
   */
  search(
    userId: number,
    which: { readonly name: string } | { readonly ids: readonly number[] },
    status: number | undefined,
    limit: number,
  ): Promise<Token[]> {
    return this.dataSource.manager.find(Token, {
      where: {
        ...('name' in which
          ? { userId, deletedAt: IsNull(), name: ILike(which.name) }
          : { id: In([...which.ids]) }),
        ...(status !== undefined && { status }),
      },
      order: { id: 'DESC' },
      take: limit,
    });
  }

  /** Encrypted keys of the tokens with ids below `below` whose names match a pattern, newest first. */
  keysBelow(
    userId: number,
    name: string,
    below: number,
    limit: number,
  ): Promise<Pick<Token, 'id' | 'key'>[]> {
    return this.dataSource.query<Pick<Token, 'id' | 'key'>[]>(
      `SELECT id, key FROM tokens WHERE user_id = $1 AND deleted_at IS NULL AND name ILIKE $2 AND id < $3
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
  async remove(userId: number, id: number): Promise<boolean> {
    const { affected } = await this.dataSource.manager.update(
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
