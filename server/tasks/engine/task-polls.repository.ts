import type { EntityManager } from 'typeorm';
import type { Columns } from './report-columns.js';
import type { StoredTask } from './stored-task.js';
import { nowIn, TABLES, type TaskKind } from './task-kind.js';

/** A change of a task that keeps running. */
export interface TaskChange {
  readonly task: StoredTask;
  /** At least one column. */
  readonly columns: Columns;
}

/** Columns whose values are JSON as text. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['results', 'data']);

/**
 * Changes many tasks of one kind, with one statement for each set of columns. As with `TasksRepository.change`, tasks that another
 * process has changed or ended in the meantime remain as they are.
 */
export async function changeTogether(
  manager: EntityManager,
  kind: TaskKind,
  changes: readonly TaskChange[],
): Promise<void> {
  const sets = new Map<string, TaskChange[]>();
  for (const change of changes) {
    const names = Object.keys(change.columns).sort().join(' ');
    const set = sets.get(names) ?? [];
    set.push(change);
    sets.set(names, set);
  }
  const { name: table } = TABLES[kind];
  for (const [names, set] of sets) {
    const assignments = names.split(' ').map((name) => `${name} = new.${name}`);
    if (kind === 'task') assignments.push(`updated_at = ${nowIn(kind)}`);
    await manager.query(
      `UPDATE ${table} SET ${assignments.join(', ')}, version = ${table}.version + 1
       FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) AS new
       WHERE ${table}.id = new.id AND ${table}.version = new.version AND ${table}.status NOT IN ('SUCCESS', 'FAILURE')`,
      [JSON.stringify(set.map(rowOf))],
    );
  }
}

function rowOf({ task: { id, version }, columns }: TaskChange): Columns {
  const values = Object.entries(columns).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && typeof value === 'string' ? JSON.parse(value) : wellFormed(value),
  ]);
  return { ...Object.fromEntries(values), id, version };
}

/** Halves of characters are valid in JSON of JavaScript, but not in that of Postgres. */
function wellFormed(value: unknown): unknown {
  return typeof value === 'string' ? Buffer.from(value).toString() : value;
}
