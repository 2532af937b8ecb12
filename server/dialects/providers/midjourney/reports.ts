import { UpstreamError } from '../../canonical/failure.js';
import { idText } from '../../json/large-integers.js';
import { isRecord, list, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskReport, TaskResult, TaskStatus } from '../../task-apis/task.js';

/** States by the upstream's name. */
const STATES: Readonly<Partial<Record<string, TaskStatus>>> = {
  NOT_START: 'NOT_START',
  SUBMITTED: 'SUBMITTED',
  IN_PROGRESS: 'IN_PROGRESS',
  MODAL: 'MODAL',
  SUCCESS: 'SUCCESS',
  FAILURE: 'FAILURE',
  CANCEL: 'FAILURE',
};
const COMPLETE = '100%';
const MAX_PROGRESS_LENGTH = 30;
const MAX_URL_LENGTH = 8192;
/** Midjourney makes four videos at a time. */
const MAX_VIDEOS = 16;
/** Characters of a text; longer ones contain files. */
const MAX_TEXT_LENGTH = 64 * 1024;

/**
 * Reads the response to a query: a list of tasks. Entries that are none are ignored.
 * @throws UpstreamError unless it is a list
 */
export function readTasks(body: unknown): readonly TaskReport[] {
  if (!Array.isArray(body))
    throw new UpstreamError({
      status: 502,
      message: 'the answer is no list of tasks',
      kind: 'upstream_error',
      code: 'invalid_response',
      retryable: true,
      disables: false,
    });
  return body.filter(isRecord).flatMap((task) => (idText(task.id) === '' ? [] : [reportOf(task)]));
}

/** What an upstream says about one task; its own time of submission is ignored. */
function reportOf(task: UnknownRecord): TaskReport {
  const progress = text(task.progress).slice(0, MAX_PROGRESS_LENGTH);
  const failReason = text(task.failReason);
  const state = stateOf(text(task.status));
  // A reason before the end is a failure, whatever the status says.
  const hasFailed = failReason !== '' && !(progress === COMPLETE && state === 'SUCCESS');
  const status = hasFailed ? 'FAILURE' : state;
  const videos = videosOf(task);
  return {
    upstreamId: idText(task.id),
    ...(status && { status }),
    ...(progress !== '' && { progress }),
    ...(failReason !== '' && { failReason }),
    ...times(task),
    ...(videos.length > 0 && { results: videos }),
    drawing: {
      promptEn: bounded(text(task.promptEn)),
      description: bounded(text(task.description)),
      state: bounded(text(task.state)),
      imageUrl: addressOf(task.imageUrl),
      buttons: Array.isArray(task.buttons) && task.buttons.length > 0 ? jsonColumn(task.buttons) : '',
      properties: jsonColumn(task.properties),
    },
  };
}

/** The videos in `videoUrl` and in `videoUrls`, a list of `{url}`; the first one is usually in both. */
function videosOf({ videoUrl, videoUrls }: UnknownRecord): TaskResult[] {
  const reported = [videoUrl, ...list(videoUrls).map((video) => (isRecord(video) ? video.url : video))];
  const urls = new Set(reported.map(addressOf).filter((url) => url !== ''));
  return [...urls].slice(0, MAX_VIDEOS).map((url) => ({ url, kind: 'video' }));
}

/** The state of a drawing by the upstream's name; undefined for names that are not known. */
export function stateOf(status: string): TaskStatus | undefined {
  return Object.hasOwn(STATES, status) ? STATES[status] : undefined;
}

/** JSON text of a list or an object for a column; '' for anything else, and for what contains files. */
export function jsonColumn(value: unknown): string {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return '';
  const json = JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? part.replaceAll('\0', '') : part,
  );
  return bounded(json);
}

/** Unix milliseconds. */
function times({ startTime, finishTime }: UnknownRecord): Pick<TaskReport, 'startTime' | 'finishTime'> {
  const start = timeOf(startTime);
  const finish = timeOf(finishTime);
  return { ...(start > 0 && { startTime: start }), ...(finish > 0 && { finishTime: finish }) };
}

function timeOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < Number.MAX_SAFE_INTEGER ? Math.floor(value) : 0;
}

/** Embedded images are not stored. */
export function addressOf(value: unknown): string {
  const url = text(value);
  return /^https?:\/\//i.test(url) && url.length <= MAX_URL_LENGTH ? url : '';
}

function bounded(value: string): string {
  return value.length > MAX_TEXT_LENGTH ? '' : value;
}
