import type { Env } from '../../core/env.js';

/** Which of the two tables a task is in: `drawing` = `midjourneys`, `task` = `tasks`, with songs and videos. */
export type TaskTable = 'drawing' | 'task';

export const TASK_TABLES: readonly TaskTable[] = ['drawing', 'task'];

/** What the tables have by different names and units. */
interface TableLayout {
  readonly name: 'midjourneys' | 'tasks';
  /** Column of the id that clients use. */
  readonly publicId: 'mj_id' | 'task_id';
  /** Milliseconds per unit of its time columns. */
  readonly timeUnit: 1 | 1000;
}

export const TABLES: Readonly<Record<TaskTable, TableLayout>> = {
  drawing: { name: 'midjourneys', publicId: 'mj_id', timeUnit: 1 },
  task: { name: 'tasks', publicId: 'task_id', timeUnit: 1000 },
};

/** After how many minutes a running task of this table fails; 0 = never. */
export function timeoutMinutes(
  table: TaskTable,
  env: Pick<Env, 'MJ_TASK_TIMEOUT_MINUTES' | 'TASK_TIMEOUT_MINUTES'>,
): number {
  return table === 'drawing' ? env.MJ_TASK_TIMEOUT_MINUTES : env.TASK_TIMEOUT_MINUTES;
}

/** A time column's value. @param at Unix milliseconds */
export function timeIn(table: TaskTable, at: number): number {
  return Math.floor(at / TABLES[table].timeUnit);
}

/** SQL of the current time as the time columns of a table have it. */
export function nowIn(table: TaskTable): string {
  return `floor(extract(epoch FROM now()) * ${1000 / TABLES[table].timeUnit})::bigint`;
}
