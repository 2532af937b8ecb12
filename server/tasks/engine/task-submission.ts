import type { TaskAcceptance, TaskRefusal, TaskRequest } from '../../dialects/task-apis/task.js';
import type { Columns } from './report-columns.js';
import type { StoredTask } from './stored-task.js';
import type { TaskTable } from './task-table.js';

/** A task that a client submits. */
export interface TaskSubmission {
  readonly table: TaskTable;
  readonly request: TaskRequest;
  /** Columns that only this table has. */
  readonly columns: Columns;
  /** The id for the client; absent: that of the upstream. */
  readonly publicId?: string;
  /** The task that this one continues: its channel serves it. */
  readonly origin?: StoredTask;
  /** Whether another channel may be tried after a rejection. */
  readonly mayRetry: boolean;
}

export type SubmissionResult =
  | {
      readonly kind: 'accepted';
      readonly rowId: number;
      readonly publicId: string;
      readonly acceptance: TaskAcceptance;
    }
  | { readonly kind: 'refused'; readonly rowId: number; readonly refusal: TaskRefusal };
