import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { Columns } from './report-columns.js';
import { jsonbOf } from '../../core/postgres/postgres-text.js';
import { storedTask, type StoredTask } from './stored-task.js';
import { nowIn, TABLES, TASK_TABLES, type TaskTable } from './task-table.js';

/** Longer than one call of the upstream takes. */
const LEASE_SECONDS = 60;

/** A change of a task that keeps running. */
export interface TaskChange {
  readonly task: StoredTask;
  /** At least one column. */
  readonly columns: Columns;
}

/** Columns whose values are JSON as text. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['results', 'data']);

/**
 * Leases of due tasks, and what polls change in tasks that keep running. A leased task is invisible to other processes until
 * its lease expires. Only the database's clock is used.
 */
@Injectable()
export class TaskPollsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Channels with tasks that are due for a poll. @param since for at least so many seconds */
  async dueChannels(since = 0): Promise<{ table: TaskTable; channelId: number }[]> {
    const found = await Promise.all(
      TASK_TABLES.map(async (table) => {
        const rows: { channelId: number }[] = await this.dataSource.query(
          `SELECT DISTINCT channel_id AS "channelId" FROM ${TABLES[table].name}
           WHERE next_poll_at <= now() - make_interval(secs => $1) AND (lease_until IS NULL OR lease_until < now())`,
          [since],
        );
        return rows.map(({ channelId }) => ({ table, channelId }));
      }),
    );
    return found.flat();
  }

  /**
   * Leases due tasks of a channel to this process, the longest overdue first.
   *
   * Materialized, because Postgres may otherwise repeat the inner query for each row of the table: with statistics from
   * a moment when the table was empty it does, and 10,000 due tasks then exceed the time limit of a statement.
   */
  async claim(table: TaskTable, channelId: number, owner: string, limit: number): Promise<StoredTask[]> {
    const { name } = TABLES[table];
    const [rows]: [Columns[], number] = await this.dataSource.query(
      `WITH due AS MATERIALIZED (
         SELECT id FROM ${name} WHERE channel_id = $1 AND next_poll_at <= now()
           AND (lease_until IS NULL OR lease_until < now())
         ORDER BY next_poll_at LIMIT $3 FOR UPDATE SKIP LOCKED)
       UPDATE ${name} SET lease_owner = $2, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
       FROM due WHERE ${name}.id = due.id
       RETURNING ${name}.*`,
      [channelId, owner, limit],
    );
    return rows.map((row) => storedTask(table, row));
  }

  /**
   * Returns leased tasks and sets their next poll: after 15 seconds in the first ten minutes, then each time half as long
   * again, up to five minutes.
   * @param failed the poll failed, which does not count as a poll of the tasks
   * @param delaySeconds instead, for all of them
   */
  async release(
    table: TaskTable,
    ids: readonly number[],
    owner: string,
    { failed = false, delaySeconds }: { failed?: boolean; delaySeconds?: number } = {},
  ): Promise<void> {
    if (ids.length === 0) return;
    const { name, timeUnit } = TABLES[table];
    const age = `extract(epoch FROM now()) - submit_time / ${1000 / timeUnit}.0`;
    const pace = `CASE WHEN ${age} < 600 THEN 15 ELSE least(300, 15 * power(1.5, least(greatest(poll_attempts - 40, 1), 10))) END`;
    await this.dataSource.query(
      `UPDATE ${name} SET lease_owner = '', lease_until = NULL,
         poll_attempts = poll_attempts + ${failed ? 0 : 1}, poll_errors = ${failed ? 'poll_errors + 1' : '0'},
         next_poll_at = now() + make_interval(secs => (${delaySeconds === undefined ? pace : '$3::float'}) * (0.9 + random() * 0.2))
       WHERE id = ANY($1) AND lease_owner = $2 AND next_poll_at IS NOT NULL`,
      [ids, owner, ...(delaySeconds === undefined ? [] : [delaySeconds])],
    );
  }

  /** Postpones all due tasks of a channel whose upstream does not answer. */
  async delayDue(table: TaskTable, channelId: number, delaySeconds: number, errors: number): Promise<void> {
    await this.dataSource.query(
      `UPDATE ${TABLES[table].name} SET next_poll_at = now() + make_interval(secs => $2::float * (0.9 + random() * 0.2)),
         poll_errors = $3
       WHERE channel_id = $1 AND next_poll_at <= now() AND (lease_until IS NULL OR lease_until < now())`,
      [channelId, delaySeconds, errors],
    );
  }

  /**
   * Changes many tasks of one table, with one statement for each set of columns. As with `TasksRepository.change`, tasks that
   * another process has changed or ended in the meantime remain as they are.
   */
  async changeAll(table: TaskTable, changes: readonly TaskChange[]): Promise<void> {
    const sets = new Map<string, TaskChange[]>();
    for (const change of changes) {
      const names = Object.keys(change.columns).sort().join(' ');
      const set = sets.get(names) ?? [];
      set.push(change);
      sets.set(names, set);
    }
    const layout = TABLES[table];
    for (const [names, set] of sets) {
      const assignments = names.split(' ').map((name) => `${name} = new.${name}`);
      if (table === 'task') assignments.push(`updated_at = ${nowIn(table)}`);
      await this.dataSource.query(
        `UPDATE ${layout.name} SET ${assignments.join(', ')}, version = ${layout.name}.version + 1
       FROM jsonb_populate_recordset(NULL::${layout.name}, $1::jsonb) AS new
       WHERE ${layout.name}.id = new.id AND ${layout.name}.version = new.version
         AND ${layout.name}.status NOT IN ('SUCCESS', 'FAILURE')`,
        [jsonbOf(set.map(rowOf))],
      );
    }
  }
}

function rowOf({ task: { id, version }, columns }: TaskChange): Columns {
  const values = Object.entries(columns).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && typeof value === 'string' ? JSON.parse(value) : value,
  ]);
  return { ...Object.fromEntries(values), id, version };
}
