import { record } from '../../dialects/json/lenient.js';
import { integer, isBrokenJson, json, text, trimmed } from '../sources/column-values.js';
import type { SourceRow } from '../sources/source.js';

const FINISHED = ['SUCCESS', 'FAILURE'];
/** The platform of songs; the others are videos here. */
const SONGS = 'suno';
const VIDEOS = 'video';

/** A drawing, song or video of the source, without ids and what tracks it. */
export interface TaskColumns {
  readonly columns: Readonly<Record<string, unknown>>;
  /** How it was submitted and charged; what is absent here is decided by the import. */
  readonly tracked: Readonly<Record<string, unknown>>;
  /** Ids in the source; of the token, '' = it is not known. */
  readonly owner: string;
  readonly channel: string;
  readonly token: string;
  readonly publicId: string;
  /** Quota units. */
  readonly quota: number;
  /** Whether they were taken. */
  readonly isCharged: boolean;
  readonly isFinished: boolean;
}

/** Times are Unix milliseconds in both gateways. */
export function drawingColumns(row: SourceRow): TaskColumns {
  const action = trimmed(row, 'action');
  const id = trimmed(row, 'mj_id');
  return {
    ...common(row),
    publicId: id,
    tracked: trackedAs(id, action === '' ? '' : `mj_${action.toLowerCase()}`),
    columns: {
      code: integer(row, 'code'),
      action,
      mj_id: id,
      prompt: text(row, 'prompt'),
      prompt_en: text(row, 'prompt_en'),
      description: text(row, 'description'),
      state: text(row, 'state'),
      ...times(row),
      image_url: trimmed(row, 'image_url'),
      status: trimmed(row, 'status'),
      progress: trimmed(row, 'progress'),
      fail_reason: text(row, 'fail_reason'),
      buttons: isBrokenJson(row, 'buttons') ? '' : trimmed(row, 'buttons'),
      properties: isBrokenJson(row, 'properties') ? '' : trimmed(row, 'properties'),
      mode: trimmed(row, 'mode'),
    },
  };
}

/** Times are Unix seconds in both gateways. */
export function songColumns(row: SourceRow): TaskColumns {
  const id = trimmed(row, 'task_id');
  const properties = record(json(row, 'properties'));
  // Later releases of new-api have ids of their own, and the provider's beside other secrets of the task.
  const hidden = record(json(row, 'private_data'));
  const upstreamId = typeof hidden.upstream_task_id === 'string' ? hidden.upstream_task_id : id;
  const isSong = trimmed(row, 'platform').toLowerCase() === SONGS;
  const model = [properties.origin_model_name, properties.upstream_model_name, properties.model].find(
    (name) => typeof name === 'string' && name !== '',
  );
  const action = trimmed(row, 'action') || (isSong ? 'MUSIC' : '');
  return {
    ...common(row),
    publicId: id,
    tracked: trackedAs(
      upstreamId || id,
      typeof model === 'string' ? model : isSong ? `suno_${action.toLowerCase()}` : '',
    ),
    columns: {
      created_at: integer(row, 'created_at'),
      updated_at: integer(row, 'updated_at'),
      task_id: id,
      platform: isSong ? SONGS : VIDEOS,
      action,
      status: trimmed(row, 'status'),
      fail_reason: text(row, 'fail_reason'),
      ...times(row),
      progress: trimmed(row, 'progress'),
      properties: json(row, 'properties') ?? null,
      data: json(row, 'data') ?? null,
    },
  };
}

function times(row: SourceRow): Record<string, number> {
  return {
    submit_time: integer(row, 'submit_time'),
    start_time: integer(row, 'start_time'),
    finish_time: integer(row, 'finish_time'),
  };
}

function trackedAs(upstreamId: string, model: string): TaskColumns['tracked'] {
  return { upstream_id: upstreamId, model, upstream_model: model };
}

function common(row: SourceRow): Omit<TaskColumns, 'columns' | 'tracked' | 'publicId'> {
  const quota = Math.max(integer(row, 'quota'), 0);
  return {
    owner: trimmed(row, 'user_id'),
    channel: trimmed(row, 'channel_id'),
    token: '',
    quota,
    isCharged: quota > 0,
    isFinished: isEnded(row),
  };
}

/** Whether a task has ended, with whatever result. */
export function isEnded(row: SourceRow): boolean {
  return FINISHED.includes(trimmed(row, 'status'));
}
