import { count, isRecord, list, record, text, type UnknownRecord } from '../../dialects/json/lenient.js';
import type { TaskResult } from '../../dialects/task-apis/task.js';
import type { StoredTask } from '../engine/stored-task.js';

/** OpenAI's status by that of the task; those not listed wait. */
const STATES: Readonly<Record<string, 'in_progress' | 'completed' | 'failed'>> = {
  IN_PROGRESS: 'in_progress',
  SUCCESS: 'completed',
  FAILURE: 'failed',
};

/** A task as OpenAI's Videos API describes it; times are Unix seconds. @param address of the video */
export function videoView(task: StoredTask, address: string): Record<string, unknown> {
  const { seconds, size, remixedFrom } = propertiesOf(task);
  const status = STATES[task.status] ?? 'queued';
  return {
    id: task.publicId,
    object: 'video',
    model: task.model,
    status,
    progress: status === 'queued' && task.status !== 'QUEUED' ? 0 : progressOf(task),
    created_at: inSeconds(task.submitTime),
    completed_at: status === 'completed' && task.finishTime > 0 ? inSeconds(task.finishTime) : null,
    expires_at: null,
    ...(seconds !== '' && { seconds }),
    ...(size !== '' && { size }),
    prompt: text(record(task.row.properties).input) || null,
    remixed_from_video_id: remixedFrom || null,
    error: status === 'failed' ? { code: 'generation_failed', message: task.failReason } : null,
    ...(address !== '' && { metadata: { url: address } }),
  };
}

/** The answer of `GET /v1/video/generations/{id}`, in both forms that clients know. */
export function generationView(task: StoredTask, address: string): object {
  const view = videoView(task, address);
  return {
    code: 'success',
    message: '',
    data: {
      task_id: task.publicId,
      action: task.action,
      status: task.status,
      fail_reason: task.failReason,
      submit_time: inSeconds(task.submitTime),
      start_time: inSeconds(task.startTime),
      finish_time: inSeconds(task.finishTime),
      progress: task.progress,
      data: task.row.data ?? null,
      result_url: address,
    },
    task_id: task.publicId,
    status: view.status,
    url: address,
    format: 'mp4',
    metadata: isRecord(view.metadata) ? view.metadata : {},
    error: view.error,
  };
}

/** The answer to a submission. */
export function submittedView(id: string, model: string, { seconds, size }: VideoProperties): object {
  return {
    id,
    task_id: id,
    object: 'video',
    model,
    status: 'queued',
    progress: 0,
    created_at: inSeconds(Date.now()),
    ...(seconds !== '' && { seconds }),
    ...(size !== '' && { size }),
  };
}

export function resultsOf({ results }: StoredTask): TaskResult[] {
  return list(results)
    .map(record)
    .filter(({ url }) => text(url) !== '')
    .map(({ url, kind }) => ({ url: text(url), kind: text(kind) as TaskResult['kind'] }));
}

/** What is stored of a request besides its price. */
export interface VideoProperties {
  readonly seconds: string;
  readonly size: string;
  /** Public id of the video that this one changes. */
  readonly remixedFrom?: string;
}

/** Without a requested duration, the one that was charged. */
export function propertiesOf({ row, price }: StoredTask): VideoProperties & { readonly deleted: boolean } {
  const properties = record(row.properties);
  const charged = count(ratiosOf(price).seconds);
  return {
    seconds: text(properties.seconds) || (charged === undefined ? '' : String(charged)),
    size: text(properties.size),
    remixedFrom: text(properties.remixed_from),
    deleted: properties.deleted === true,
  };
}

/** Factors from which a task was charged. */
export function ratiosOf(price: unknown): UnknownRecord {
  return record(record(price).ratios);
}

function progressOf({ progress }: StoredTask): number {
  const percent = Number(progress.replace('%', ''));
  return percent >= 0 && percent <= 100 ? Math.round(percent) : 0;
}

function inSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
