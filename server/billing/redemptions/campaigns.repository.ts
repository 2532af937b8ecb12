import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { RedemptionStatus } from '../../contract/enums.js';
import type { CampaignResponse, ChangeCampaignRequest } from '../../contract/resources/redemption.js';
import type { Page } from '../../core/http/paging.js';

const { unused, disabled, used } = RedemptionStatus;
/** Codes of any campaign, by the index `redemptions_campaign`. */
const LIVE = "deleted_at IS NULL AND campaign <> ''";

/** What each action changes, and which codes it applies to. Used codes stay as a record of who got what. */
const ACTIONS: Readonly<Record<ChangeCampaignRequest['action'], { set: string; where: string }>> = {
  enable: { set: `status = ${unused}`, where: `status = ${disabled}` },
  disable: { set: `status = ${disabled}`, where: `status = ${unused}` },
  delete: { set: 'deleted_at = now()', where: `status <> ${used}` },
};

/** Sets of redemption codes that have the same campaign. */
@Injectable()
export class CampaignsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Those with the newest codes first. */
  async page({ offset, size }: Page): Promise<{ items: CampaignResponse[]; total: number }> {
    const [items, [counted]] = await Promise.all([
      this.dataSource.query<(CampaignResponse & { given: string; left: string })[]>(
        `SELECT campaign AS name, count(*)::int AS codes,
           count(*) FILTER (WHERE status = ${unused})::int AS unused,
           count(*) FILTER (WHERE status = ${disabled})::int AS disabled,
           count(*) FILTER (WHERE status = ${used})::int AS used,
           coalesce(sum(quota) FILTER (WHERE status = ${used}), 0)::text AS given,
           coalesce(sum(quota) FILTER (WHERE status = ${unused}), 0)::text AS left,
           min(created_time) AS created_time
         FROM redemptions WHERE ${LIVE} GROUP BY campaign ORDER BY max(id) DESC OFFSET $1 LIMIT $2`,
        [offset, size],
      ),
      this.dataSource.query<{ total: number }[]>(
        `SELECT count(DISTINCT campaign)::int AS total FROM redemptions WHERE ${LIVE}`,
      ),
    ]);
    return {
      items: items.map((row) => ({ ...row, given: Number(row.given), left: Number(row.left) })),
      total: counted?.total ?? 0,
    };
  }

  async exists(manager: EntityManager, name: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM redemptions WHERE campaign = $1 AND ${LIVE} LIMIT 1`,
      [name],
    );
    return rows.length > 0;
  }

  /** @returns the number of changed codes; those that are redeemed meanwhile are not */
  async change(manager: EntityManager, { name, action }: ChangeCampaignRequest): Promise<number> {
    const { set, where } = ACTIONS[action];
    const [, changed]: [unknown[], number] = await manager.query(
      `UPDATE redemptions SET ${set} WHERE campaign = $1 AND ${LIVE} AND ${where}`,
      [name],
    );
    return changed;
  }

  /** Names of users by id; accounts that are gone are left out. */
  async usernames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const rows: { id: number; username: string }[] = await this.dataSource.query(
      'SELECT id, username FROM users WHERE id = ANY($1::bigint[])',
      [ids],
    );
    return new Map(rows.map(({ id, username }) => [Number(id), username]));
  }
}
