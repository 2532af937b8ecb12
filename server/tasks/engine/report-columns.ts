import type { TaskReport } from '../../dialects/task-apis/task.js';
import { timeIn, type TaskKind } from './task-kind.js';

/** Values by column name. */
export type Columns = Readonly<Record<string, unknown>>;

const MAX_REASON_LENGTH = 2000;
/** A description that is larger, in bytes of JSON, contains files; its results remain. */
const MAX_DATA_BYTES = 1024 * 1024;

/** The columns that a report sets. What it leaves out, or has empty, remains as it is. */
export function reportColumns(kind: TaskKind, report: TaskReport): Columns {
  const { status, progress, failReason, startTime, finishTime, results, drawing } = report;
  return present({
    status,
    progress: status === 'SUCCESS' || status === 'FAILURE' ? '100%' : progress,
    fail_reason: failReason?.slice(0, MAX_REASON_LENGTH),
    start_time: startTime && timeIn(kind, startTime),
    finish_time: finishTime && timeIn(kind, finishTime),
    results:
      results && results.length > 0
        ? JSON.stringify(results.map((result) => ({ ...result, url: acceptable(result.url) })))
        : undefined,
    ...(kind === 'drawing'
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
  const json = JSON.stringify(data, (_key, part: unknown) =>
    typeof part === 'string' ? acceptable(part) : part,
  );
  return Buffer.byteLength(json) > MAX_DATA_BYTES ? undefined : json;
}

/** In JSON, Postgres rejects NUL characters and halves of characters. */
function acceptable(value: string): string {
  return Buffer.from(value.replaceAll('\0', '')).toString();
}

/** Postgres rejects NUL characters. */
function present(columns: Columns): Columns {
  return Object.fromEntries(
    Object.entries(columns)
      .filter(([, value]) => value !== undefined && value !== '' && value !== 0)
      .map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\0', '') : value]),
  );
}
