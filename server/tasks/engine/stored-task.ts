import type { TaskStatus } from '../../dialects/task-apis/task.js';
import type { Settlement } from '../tracked-task.js';
import type { Columns } from './report-columns.js';
import { TABLES, type TaskTable } from './task-table.js';

/** A task as the engine uses it. Times are Unix milliseconds. */
export interface StoredTask {
  readonly table: TaskTable;
  readonly id: number;
  /** The id that the client has; '' until the upstream has accepted the task. */
  readonly publicId: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly channelId: number;
  readonly requestId: string;
  readonly action: string;
  readonly status: TaskStatus | '';
  readonly progress: string;
  readonly failReason: string;
  readonly submitTime: number;
  readonly startTime: number;
  readonly finishTime: number;
  /** Quota units charged. */
  readonly quota: number;
  readonly settlement: Settlement;
  readonly upstreamId: string;
  readonly model: string;
  readonly upstreamModel: string;
  readonly keyIndex: number;
  readonly groupName: string;
  readonly price: unknown;
  readonly results: unknown;
  readonly pollErrors: number;
  readonly version: number;
  /** All columns of the row. */
  readonly row: Columns;
}

/** The task of a row of this table. */
export function storedTask(table: TaskTable, row: Columns): StoredTask {
  const { publicId, timeUnit } = TABLES[table];
  const text = (name: string) => {
    const value = row[name];
    return typeof value === 'string' ? value : '';
  };
  const number = (name: string) => Number(row[name] ?? 0);
  return {
    table,
    id: number('id'),
    publicId: text(publicId),
    userId: number('user_id'),
    tokenId: number('token_id'),
    channelId: number('channel_id'),
    requestId: text('request_id'),
    action: text('action'),
    status: text('status') as TaskStatus | '',
    progress: text('progress'),
    failReason: text('fail_reason'),
    submitTime: number('submit_time') * timeUnit,
    startTime: number('start_time') * timeUnit,
    finishTime: number('finish_time') * timeUnit,
    quota: number('quota'),
    settlement: text('settlement') as Settlement,
    upstreamId: text('upstream_id'),
    model: text('model'),
    upstreamModel: text('upstream_model'),
    keyIndex: number('key_index'),
    groupName: text('group_name'),
    price: row.price,
    results: row.results,
    pollErrors: number('poll_errors'),
    version: number('version'),
    row,
  };
}
