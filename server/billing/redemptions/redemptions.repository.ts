import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  DataSource,
  IsNull,
  type EntityManager,
  type QueryDeepPartialEntity,
  type SelectQueryBuilder,
} from 'typeorm';
import { RedemptionStatus } from '../../contract/enums.js';
import type { REDEMPTION_SORTS, RedemptionSearchQuery } from '../../contract/resources/redemption.js';
import type { Page } from '../../core/http/paging.js';
import { beginningWith } from '../../core/postgres/like.js';
import { foundPage, longPage, sortedPage, type Counted, type Sort } from '../../core/long-list.js';
import { Redemption } from './redemption.entity.js';

/** $1 is the hash, $2 the code. Imported rows may contain the code in plain text and no hash. */
const IS_CODE = '(key_hash = $1 OR (key_hash IS NULL AND key = $2))';

const SORTS: Readonly<Record<(typeof REDEMPTION_SORTS)[number], Omit<Sort, 'descending'>>> = {
  id: { column: 'code.id', indexed: true },
  name: { column: 'code.name' },
  campaign: { column: 'code.campaign' },
  quota: { column: 'code.quota' },
  created_time: { column: 'code.createdTime' },
  redeemed_time: { column: 'code.redeemedTime' },
};

/** Redemption codes that are not deleted. Keys are encrypted. */
@Injectable()
export class RedemptionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** One page, newest first; with a keyword, of those whose name begins with it or whose id equals it. */
  async page(
    page: Page,
    { keyword, status, campaign, sort, descending }: Omit<RedemptionSearchQuery, 'p' | 'page_size'>,
  ): Promise<Counted<Redemption>> {
    const query = this.dataSource
      .getRepository(Redemption)
      .createQueryBuilder('code')
      .where('code.deletedAt IS NULL');
    if (status !== undefined) query.andWhere('code.status = :status', { status });
    if (campaign !== '') query.andWhere("code.campaign = :campaign AND code.campaign <> ''", { campaign });
    if (keyword !== '') this.search(query, keyword);
    if (sort) return sortedPage(query, page, { ...SORTS[sort], descending });
    return keyword === '' ? longPage(query, page) : foundPage(query, page);
  }

  private search(query: SelectQueryBuilder<Redemption>, keyword: string): void {
    const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
    query.andWhere('(code.name LIKE :prefix OR code.id = :id)', { prefix: beginningWith(keyword), id });
  }

  /** @param lock locks the row, so that the code cannot be redeemed until the transaction ends */
  find(manager: EntityManager | undefined, id: number, lock?: 'lock'): Promise<Redemption | null> {
    return (manager ?? this.dataSource.manager).findOne(Redemption, {
      where: { id, deletedAt: IsNull() },
      ...(lock && { lock: { mode: 'pessimistic_write' } }),
    });
  }

  /** @returns the ids */
  async insert(manager: EntityManager, codes: QueryDeepPartialEntity<Redemption>[]): Promise<number[]> {
    const { identifiers } = await manager.insert(Redemption, codes);
    return identifiers.map(({ id }) => Number(id));
  }

  async update(
    manager: EntityManager,
    id: number,
    change: QueryDeepPartialEntity<Redemption>,
  ): Promise<void> {
    await manager.update(Redemption, { id }, change);
  }

  /**
   * Marks an unused code as used. A single UPDATE decides concurrent attempts: the second one waits for the first and finds
   * the code used.
   * @returns undefined if there is no such code or it is not unused
   */
  async take(
    manager: EntityManager,
    { key, hash }: { readonly key: string; readonly hash: string },
    userId: number,
  ): Promise<{ id: number; quota: number } | undefined> {
    const [[taken]]: [{ id: number; quota: number }[], number] = await manager.query(
      `UPDATE redemptions SET status = ${RedemptionStatus.used}, redeemed_time = $3, used_user_id = $4
     WHERE ${IS_CODE} AND status = ${RedemptionStatus.unused} AND quota >= 0 AND deleted_at IS NULL RETURNING id, quota`,
      [hash, key, Math.floor(Date.now() / 1000), userId],
    );
    return taken;
  }

  /** Whether there is such a code that is used or disabled. */
  async isUsedOrDisabled(
    manager: EntityManager,
    { key, hash }: { readonly key: string; readonly hash: string },
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM redemptions WHERE ${IS_CODE} AND status <> ${RedemptionStatus.unused} AND deleted_at IS NULL`,
      [hash, key],
    );
    return rows.length > 0;
  }
}
