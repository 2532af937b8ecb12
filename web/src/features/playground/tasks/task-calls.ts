import { ApiError } from '../../../lib/api/api';
import { callRelay } from '../../../lib/api/relay-calls';
import { drawingAddress, imageAddress } from '../../../lib/browser/loadable-address';
import { isRunning } from '../../../lib/list/use-task-list';
import { lyricsOf, songsOf } from '../../tasks/songs';
import { videoContent } from '../../tasks/task-videos';
import type { TaskMode } from './modes';
import { NO_RESULT, type Submission, type TaskResult, type TaskState } from './submission';

type Json = Readonly<Record<string, unknown>>;

/** Codes of accepted drawings: started, known already, queued. */
const ACCEPTED = [1, 21, 22];

/** What a submission returned: the task's id, or the images at once. */
export type Submitted = { id: string } | { images: string[] };

/** @throws ApiError with the reason of a refusal */
export async function submitTask({ mode, path, body }: Submission, group: string): Promise<Submitted> {
  const answer = await callRelay('POST', path, { ...body, ...(group && { group }) });
  if (mode === 'image') return { images: imagesOf(answer) };
  if (mode === 'drawing' && !ACCEPTED.includes(Number(answer.code)))
    throw new ApiError(200, text(answer.description));
  const { video, music, drawing } = {
    video: answer.task_id,
    music: answer.data,
    drawing: answer.result,
  };
  return { id: text({ video, music, drawing }[mode]) };
}

/** The present state of a task. @throws ApiError */
export async function readTask(mode: TaskMode, id: string): Promise<TaskState> {
  const name = encodeURIComponent(id);
  if (mode === 'drawing') return drawingState(await callRelay('GET', `/pg/mj/task/${name}/fetch`));
  const path = mode === 'video' ? `/pg/video/generations/${name}` : `/pg/suno/fetch/${name}`;
  const task = record((await callRelay('GET', path)).data);
  return stateOf(task, text(task.fail_reason), {
    ...NO_RESULT,
    ...(mode === 'video' ? { video: videoContent(id) } : musicOf(task)),
  });
}

function drawingState(drawing: Json): TaskState {
  const address = drawingAddress(text(drawing.imageUrl));
  const described = text(drawing.action) === 'DESCRIBE';
  return stateOf(drawing, text(drawing.failReason), {
    ...NO_RESULT,
    images: text(drawing.imageUrl) !== '' && address !== undefined ? [address] : [],
    text: described ? text(drawing.promptEn) || text(drawing.prompt) : '',
  });
}

function stateOf({ status, progress }: Json, reason: string, result: TaskResult): TaskState {
  const ended = text(status);
  const percent = Math.min(100, Math.max(0, Number.parseInt(text(progress), 10) || 0));
  if (isRunning({ status: ended })) return { status: 'running', progress: percent, reason: '', result };
  return { status: ended === 'FAILURE' ? 'failed' : 'done', progress: 100, reason, result };
}

function musicOf({ action, data }: Json): Pick<TaskResult, 'songs' | 'text'> {
  const task = { platform: 'suno', action: text(action), data };
  return { songs: songsOf(task), text: lyricsOf(task)?.text ?? '' };
}

function imagesOf({ data }: Json): string[] {
  return (Array.isArray(data) ? data : []).flatMap((item: unknown) => {
    const { url, b64_json: base64 } = record(item);
    const address = text(base64) === '' ? text(url) : `data:${typeOf(text(base64))};base64,${text(base64)}`;
    return address === '' ? [] : (imageAddress(address) ?? []);
  });
}

/** The media type of an image by its first bytes. */
function typeOf(base64: string): string {
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  return base64.startsWith('UklGR') ? 'image/webp' : 'image/png';
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
