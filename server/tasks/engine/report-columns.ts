import { columnText, jsonbOf } from '../../core/postgres/postgres-text.js';
import type { TaskReport } from '../../dialects/task-apis/task.js';
import { timeIn, type TaskTable } from './task-table.js';

/** Values by column name. */
export type Columns = Readonly<Record<string, unknown>>;

const MAX_REASON_LENGTH = 2000;
/** A description that is larger, in bytes of JSON, contains files; its results remain. */
const MAX_DATA_BYTES = 1024 * 1024;

/** The columns that a report sets. What it leaves out, or has empty, remains as it is. */
export function reportColumns(table: TaskTable, report: TaskReport): Columns {
  const { status, progress, failReason, startTime, finishTime, results, drawing } = report;
  return present({
    status,
    progress: status === 'SUCCESS' || status === 'FAILURE' ? '100%' : progress,
    fail_reason: failReason?.slice(0, MAX_REASON_LENGTH),
    start_time: startTime && timeIn(table, startTime),
    finish_time: finishTime && timeIn(table, finishTime),
    results: results && results.length > 0 ? jsonbOf(results) : undefined,
    ...(table === 'drawing'
      ? {
          code: drawing?.code,
          prompt_en: drawing?.promptEn,
          description: drawing?.description,
          state: drawing?.state,
          image_url: drawing?.imageUrl,
          buttons: drawing?.buttons,
          properties: drawing?.properties,
        }
      : { data: dataColumn(report.data) }),
  });
}

function dataColumn(data: unknown): string | undefined {
  if (data === undefined || data === null) return undefined;
  const json = jsonbOf(data);
  return Buffer.byteLength(json) > MAX_DATA_BYTES ? undefined : json;
}

function present(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined && value !== '' && value !== 0)
      .map(([name, value]) => [name, typeof value === 'string' ? columnText(value) : value]),
  );
}
