import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ApiError } from '../../contract/errors/api-error.js';
import { OptionsService } from '../options.service.js';

/** How many users, tokens and channels have a group. */
interface Use {
  readonly group: string;
  readonly users: number;
  readonly tokens: number;
  readonly channels: number;
}

/** Users without a group have the group `default`. */
const USE = `
  SELECT g.name AS "group",
    (SELECT count(*) FROM users u WHERE u.deleted_at IS NULL
       AND (u."group" = g.name OR (g.name = 'default' AND u."group" = ''))) AS users,
    (SELECT count(*) FROM tokens t WHERE t.deleted_at IS NULL AND t."group" = g.name) AS tokens,
    (SELECT count(DISTINCT a.channel_id) FROM abilities a WHERE a."group" = g.name) AS channels
  FROM unnest($1::text[]) AS g(name)`;

/**
 * Keeps the groups that are in use: requests of a group without a ratio are refused, so that a group cannot be removed from
 * GroupRatio while users, tokens or channels have it.
 */
@Injectable()
export class GroupUse implements OnApplicationBootstrap {
  private readonly logger = new Logger('Groups');

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: OptionsService,
  ) {
    options.onSave(async ({ key, before, after }, manager) => {
      if (key === 'GroupRatio') await this.refuseRemoval(manager, removed(before, after));
    });
  }

  /** Reports groups that are in use without a ratio, for example in an imported database. */
  async onApplicationBootstrap(): Promise<void> {
    const rated = Object.keys(this.options.get('GroupRatio'));
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT DISTINCT "group" AS name FROM users WHERE deleted_at IS NULL AND "group" <> '' AND "group" <> ALL($1)`,
      [rated],
    );
    for (const { group, users } of await useOf(
      this.dataSource.manager,
      rows.map(({ name }) => name),
    ))
      this.logger.warn(`group ${group} has no ratio: requests of its ${users} users are refused`);
  }

  /** @throws ApiError group_in_use */
  private async refuseRemoval(manager: EntityManager, groups: readonly string[]): Promise<void> {
    if (groups.length === 0) return;
    for (const use of await useOf(manager, groups))
      if (use.users + use.tokens + use.channels > 0) throw new ApiError('group_in_use', { ...use });
  }
}

function useOf(manager: EntityManager, groups: readonly string[]): Promise<Use[]> {
  return groups.length === 0 ? Promise.resolve([]) : manager.query<Use[]>(USE, [groups]);
}

/** The groups of the first table that the second one lacks; both are valid values of GroupRatio. */
function removed(before: string, after: string): string[] {
  const left: object = JSON.parse(after);
  return Object.keys(JSON.parse(before) as object).filter((group) => !Object.hasOwn(left, group));
}
