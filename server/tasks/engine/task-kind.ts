/** Which of the two tables a task is in. */
export type TaskKind = 'drawing' | 'task';

export const TASK_KINDS: readonly TaskKind[] = ['drawing', 'task'];

interface TaskTable {
  readonly name: 'midjourneys' | 'tasks';
  /** Column of the id that clients use. */
  readonly publicId: 'mj_id' | 'task_id';
  /** Milliseconds per unit of its time columns. */
  readonly timeUnit: 1 | 1000;
}

export const TABLES: Readonly<Record<TaskKind, TaskTable>> = {
  drawing: { name: 'midjourneys', publicId: 'mj_id', timeUnit: 1 },
  task: { name: 'tasks', publicId: 'task_id', timeUnit: 1000 },
};

/** A time column's value. @param at Unix milliseconds */
export function timeIn(kind: TaskKind, at: number): number {
  return Math.floor(at / TABLES[kind].timeUnit);
}

/** SQL of the current time as the time columns of a kind have it. */
export function nowIn(kind: TaskKind): string {
  return `floor(extract(epoch FROM now()) * ${1000 / TABLES[kind].timeUnit})::bigint`;
}
