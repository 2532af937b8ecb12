import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Settlement } from '../tracked-task.js';
import type { Columns } from './report-columns.js';
import { storedTask, type StoredTask } from './stored-task.js';
import { VIDEO_PLATFORM } from './task-family.js';
import { nowIn, TABLES, TASK_TABLES, type TaskTable } from './task-table.js';

/** A submission whose process died fails after this many seconds; no submission takes as long. */
const ORPHAN_SECONDS = 600;
const FIRST_POLL_SECONDS = 5;

export interface NewTask {
  readonly table: TaskTable;
  readonly userId: number;
  readonly tokenId: number;
  readonly requestId: string;
  readonly action: string;
  readonly model: string;
  readonly groupName: string;
  /** Columns that only this table has. */
  readonly columns: Columns;
}

/** Identifies a task that an upstream may return again. */
type SameTask = Pick<StoredTask, 'userId' | 'channelId' | 'upstreamId' | 'action'>;

/** Rows of both tables of tasks. Only the database's clock is used. */
@Injectable()
export class TasksRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Stores a task before the upstream is called. @returns its row id */
  async insert(task: NewTask): Promise<number> {
    const { table, columns, ...common } = task;
    const all: Columns = {
      user_id: common.userId,
      token_id: common.tokenId,
      request_id: common.requestId,
      action: common.action,
      model: common.model,
      group_name: common.groupName,
      status: 'NOT_START',
      progress: '0%',
      settlement: 'held',
      ...columns,
    };
    const names = Object.keys(all);
    const [row]: { id: number }[] = await this.dataSource.query(
      `INSERT INTO ${TABLES[table].name} (${names.join(', ')}, submit_time, deadline_at)
       VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')}, ${nowIn(table)},
         now() + make_interval(secs => ${ORPHAN_SECONDS})) RETURNING id`,
      names.map((name) => all[name]),
    );
    return row!.id;
  }

  /**
   * Changes a task that still has this version and has not ended, and counts the change.
   * @returns false when another process was faster: nothing that belongs to the change may be done
   */
  async change(
    manager: EntityManager,
    table: TaskTable,
    { id, version }: Pick<StoredTask, 'id' | 'version'>,
    columns: Columns,
    more: readonly string[] = [],
  ): Promise<boolean> {
    const names = Object.keys(columns);
    const assignments = [...names.map((name, index) => `${name} = $${index + 3}`), ...more];
    if (table === 'task') assignments.push(`updated_at = ${nowIn(table)}`);
    const [, changed]: [unknown, number] = await manager.query(
      `UPDATE ${TABLES[table].name} SET ${[...assignments, 'version = version + 1'].join(', ')}
       WHERE id = $1 AND version = $2 AND status NOT IN ('SUCCESS', 'FAILURE')`,
      [id, version, ...names.map((name) => columns[name])],
    );
    return changed === 1;
  }

  /** As `change`, for a task that ends. */
  end(
    manager: EntityManager,
    task: Pick<StoredTask, 'table' | 'id' | 'version'>,
    columns: Columns,
  ): Promise<boolean> {
    return this.change(manager, task.table, task, { progress: '100%', ...columns }, [
      'next_poll_at = NULL',
      'deadline_at = NULL',
      'lease_until = NULL',
      // A task that is successful at once reports no times.
      ...('start_time' in columns || columns.status !== 'SUCCESS'
        ? []
        : [`start_time = CASE WHEN start_time > 0 THEN start_time ELSE ${nowIn(task.table)} END`]),
      ...('finish_time' in columns
        ? []
        : [`finish_time = CASE WHEN finish_time > 0 THEN finish_time ELSE ${nowIn(task.table)} END`]),
    ]);
  }

  /** Assignments that let a submitted task run: its first poll and its deadline. */
  running(timeoutMinutes: number): string[] {
    const deadline = timeoutMinutes > 0 ? `now() + make_interval(mins => ${timeoutMinutes})` : 'NULL';
    return [
      `next_poll_at = now() + make_interval(secs => ${FIRST_POLL_SECONDS})`,
      `deadline_at = ${deadline}`,
    ];
  }

  /** Tasks of one user by the ids that the client has, in no order. */
  async ofUser(table: TaskTable, userId: number, publicIds: readonly string[]): Promise<StoredTask[]> {
    const possible = publicIds.filter(isPossibleId);
    if (possible.length === 0) return [];
    return this.select(
      this.dataSource.manager,
      table,
      `user_id = $1 AND ${TABLES[table].publicId} = ANY($2) AND ${TABLES[table].publicId} <> ''`,
      [userId, possible],
    );
  }

  /** Video tasks of one user that are not deleted. @param after row id of the task before the first one */
  async videosOf(
    userId: number,
    after: number | undefined,
    limit: number,
    ascending: boolean,
  ): Promise<StoredTask[]> {
    const [sign, order] = ascending ? ['>', 'ASC'] : ['<', 'DESC'];
    return this.select(
      this.dataSource.manager,
      'task',
      `user_id = $1 AND platform = $2 AND ($3::bigint IS NULL OR id ${sign} $3)
         AND properties->'deleted' IS NULL ORDER BY id ${order} LIMIT $4`,
      [userId, VIDEO_PLATFORM, after ?? null, limit],
    );
  }

  /** A task by the id that clients have, of any user; the latest if there are several. */
  async byPublicId(table: TaskTable, publicId: string): Promise<StoredTask | undefined> {
    if (!isPossibleId(publicId)) return undefined;
    const found = await this.select(
      this.dataSource.manager,
      table,
      `${TABLES[table].publicId} = $1 ORDER BY id DESC LIMIT 1`,
      [publicId],
    );
    return found[0];
  }

  /**
   * The task of a user that the upstream has under this id. Until the transaction ends, no other one finds or stores the same
   * task.
   */
  async existing(
    manager: EntityManager,
    table: TaskTable,
    { userId, channelId, upstreamId, action }: SameTask,
  ): Promise<StoredTask | undefined> {
    await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `task ${table} ${userId} ${channelId} ${upstreamId}`,
    ]);
    const found = await this.select(
      manager,
      table,
      `channel_id = $1 AND upstream_id = $2 AND user_id = $3 AND action = $4 AND status <> 'FAILURE' ORDER BY id LIMIT 1`,
      [channelId, upstreamId, userId, action],
    );
    return found[0];
  }

  /** Counts a call of a task's hook. @returns the task as it is now */
  async countHook(manager: EntityManager, table: TaskTable, id: number): Promise<StoredTask> {
    const [rows]: [Columns[], number] = await manager.query(
      `UPDATE ${TABLES[table].name} SET notify_sequence = notify_sequence + 1 WHERE id = $1 RETURNING *`,
      [id],
    );
    if (!rows[0]) throw new Error(`no task ${id}`);
    return storedTask(table, rows[0]);
  }

  /** Removes a task that was stored before its submission turned out to be a repetition. */
  async remove(manager: EntityManager, table: TaskTable, id: number): Promise<void> {
    await manager.query(`DELETE FROM ${TABLES[table].name} WHERE id = $1 AND status = 'NOT_START'`, [id]);
  }

  async byRowId(manager: EntityManager, table: TaskTable, id: number): Promise<StoredTask | undefined> {
    return (await this.select(manager, table, 'id = $1', [id]))[0];
  }

  /** Has running tasks polled at once. */
  async pollSoon(table: TaskTable, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await this.dataSource.query(
      `UPDATE ${TABLES[table].name} SET next_poll_at = now()
       WHERE id = ANY($1) AND next_poll_at > now() AND (lease_until IS NULL OR lease_until < now())`,
      [ids],
    );
  }

  /** Has a running task of a user polled at once, by the id of the client or of the upstream. */
  async pollHinted(table: TaskTable, userId: number, id: string): Promise<void> {
    if (!isPossibleId(id)) return;
    const { name, publicId } = TABLES[table];
    await this.dataSource.query(
      `UPDATE ${name} SET next_poll_at = now()
       WHERE user_id = $1 AND (${publicId} = $2 OR upstream_id = $2) AND next_poll_at > now()
         AND (lease_until IS NULL OR lease_until < now())`,
      [userId, id],
    );
  }

  /** Has running tasks polled within some seconds, because their owner requests them. */
  async pollWithin(table: TaskTable, ids: readonly number[], seconds: number): Promise<void> {
    if (ids.length === 0) return;
    await this.dataSource.query(
      `UPDATE ${TABLES[table].name} SET next_poll_at = now() + make_interval(secs => $2)
       WHERE id = ANY($1) AND next_poll_at > now() + make_interval(secs => $2)
         AND (lease_until IS NULL OR lease_until < now())`,
      [ids, seconds],
    );
  }

  /** Which of these channels have at least as many running tasks in both tables as their limits. */
  async fullChannels(limits: ReadonlyMap<number, number>): Promise<number[]> {
    if (limits.size === 0) return [];
    const ids = [...limits.keys()];
    const counts = TASK_TABLES.map(
      (table) =>
        `SELECT channel_id FROM ${TABLES[table].name} WHERE channel_id = ANY($1) AND next_poll_at IS NOT NULL`,
    );
    const rows: { id: number; running: number }[] = await this.dataSource.query(
      `SELECT channel_id AS id, count(*)::int AS running FROM (${counts.join(' UNION ALL ')}) AS tasks GROUP BY 1`,
      [ids],
    );
    return rows.filter(({ id, running }) => running >= (limits.get(id) ?? Infinity)).map(({ id }) => id);
  }

  /** Tasks whose deadline has passed, the longest overdue first. */
  overdue(table: TaskTable, limit: number): Promise<StoredTask[]> {
    return this.select(
      this.dataSource.manager,
      table,
      `deadline_at < now() ORDER BY deadline_at LIMIT ${limit}`,
      [],
    );
  }

  /** What was taken for a task in the end, in the transaction that ended it. */
  async setCharge(
    manager: EntityManager,
    { table, id }: StoredTask,
    { quota, settlement }: { quota: number; settlement: Settlement },
  ): Promise<void> {
    await manager.query(`UPDATE ${TABLES[table].name} SET quota = $2, settlement = $3 WHERE id = $1`, [
      id,
      quota,
      settlement,
    ]);
  }

  /** Hides a deleted video from its owner; the row remains for the lists of administrators. */
  async hide(id: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE tasks SET results = NULL, data = NULL,
         properties = coalesce(properties, '{}'::jsonb) || '{"deleted":true}'::jsonb WHERE id = $1`,
      [id],
    );
  }

  private async select(
    manager: EntityManager,
    table: TaskTable,
    where: string,
    parameters: unknown[],
  ): Promise<StoredTask[]> {
    const rows: Columns[] = await manager.query(
      `SELECT * FROM ${TABLES[table].name} WHERE ${where}`,
      parameters,
    );
    return rows.map((row) => storedTask(table, row));
  }
}

/** Postgres rejects NUL characters, and tasks without an id are found by none. */
function isPossibleId(id: string): boolean {
  return id !== '' && !id.includes('\0');
}
