import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';

/** How many users, tokens and channels have a group. */
export interface Use {
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

/** Who has which group. */
@Injectable()
export class GroupUseRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  useOf(manager: EntityManager | undefined, groups: readonly string[]): Promise<Use[]> {
    if (groups.length === 0) return Promise.resolve([]);
    return (manager ?? this.dataSource.manager).query<Use[]>(USE, [groups]);
  }

  /** Groups of users that are not among these. */
  async othersOfUsers(groups: readonly string[]): Promise<string[]> {
    const rows: { name: string }[] = await this.dataSource.query(
      `SELECT DISTINCT "group" AS name FROM users WHERE deleted_at IS NULL AND "group" <> '' AND "group" <> ALL($1)`,
      [groups],
    );
    return rows.map(({ name }) => name);
  }
}
