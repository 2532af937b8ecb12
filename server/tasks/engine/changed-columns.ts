import type { TaskReport } from '../../dialects/task-apis/task.js';
import { reportColumns, type Columns } from './report-columns.js';
import type { StoredTask } from './stored-task.js';

/** The columns that a report changes; empty when it says nothing new. */
export function changedColumns(task: StoredTask, report: TaskReport): Columns {
  const columns = reportColumns(task.table, report);
  return Object.fromEntries(Object.entries(columns).filter(([name, value]) => !same(task.row[name], value)));
}

function same(stored: unknown, value: unknown): boolean {
  if (typeof value !== 'object' && typeof stored !== 'object') return stored === value;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return canonical(stored) === canonical(parsed(text));
}

/** JSON with sorted keys, because jsonb does not keep their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
