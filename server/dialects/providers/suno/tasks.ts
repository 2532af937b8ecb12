import { UpstreamError } from '../../canonical/failure.js';
import { idText, parseLargeIntegers } from '../../json/large-integers.js';
import { list, record, text, type UnknownRecord } from '../../json/lenient.js';
import type { TaskCodec, TaskReport, TaskResult, TaskStatus } from '../../task-apis/task.js';
import { bearerHeaders } from '../../kit/openai/address.js';
import type { Target } from '../../kit/provider.js';

const STATES: ReadonlySet<string> = new Set([
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'SUCCESS',
  'FAILURE',
]);
/** The year 9999. */
const MAX_SECONDS = 253_402_300_800;
/** Files of a song by the member that has their address. */
const FILES = [
  ['audio_url', 'audio'],
  ['video_url', 'video'],
  ['image_large_url', 'image'],
] as const;

export const sunoTasks: TaskCodec = {
  submit({ action, fields, units }, target) {
    return {
      call: {
        method: 'POST',
        url: `${target.baseUrl}/suno/submit/${action}`,
        headers: headers(target),
        body: Buffer.from(JSON.stringify({ ...fields, ...target.override })),
      },
      units,
    };
  },
  parse: parseLargeIntegers,
  accepted(body) {
    const { data } = successful(body);
    const upstreamId = idText(data);
    if (upstreamId === '') throw unusable('no task was started');
    return { kind: 'accepted', upstreamId, body };
  },
  query: {
    batch: 100,
    request: (tasks, target) => ({
      method: 'POST',
      url: `${target.baseUrl}/suno/fetch`,
      headers: headers(target),
      body: Buffer.from(JSON.stringify({ ids: tasks.map(({ upstreamId }) => upstreamId) })),
    }),
    read: (body) => list(successful(body).data).map(record).map(reportOf),
  },
};

function headers(target: Target): Record<string, string> {
  return { ...bearerHeaders(target), 'content-type': 'application/json', accept: 'application/json' };
}

/** @throws UpstreamError for any code but success */
function successful(body: unknown): UnknownRecord {
  const answer = record(body);
  if (answer.code !== 'success') throw unusable(text(answer.message), text(answer.code));
  return answer;
}

/** Times are Unix seconds. */
function reportOf(task: UnknownRecord): TaskReport {
  const { status, fail_reason, start_time, finish_time, data } = task;
  const failReason = text(fail_reason);
  const state = STATES.has(text(status)) ? (text(status) as TaskStatus) : undefined;
  return {
    upstreamId: idText(task.task_id),
    ...((state ?? failReason) && { status: failReason === '' ? state : 'FAILURE' }),
    ...(text(task.progress) !== '' && { progress: text(task.progress) }),
    ...(failReason !== '' && { failReason }),
    startTime: milliseconds(start_time),
    finishTime: milliseconds(finish_time),
    results: list(data).map(record).flatMap(filesOf),
    ...(data !== null && data !== undefined && { data }),
  };
}

/** Times are far larger than any plausible count, and are not charged. @param seconds Unix seconds */
function milliseconds(seconds: unknown): number {
  return typeof seconds === 'number' && seconds > 0 && seconds < MAX_SECONDS ? Math.floor(seconds * 1000) : 0;
}

function filesOf(song: UnknownRecord): TaskResult[] {
  return FILES.flatMap(([member, kind]) => {
    const url = text(song[member]);
    return url === '' ? [] : [{ url, kind }];
  });
}

function unusable(message: string, code = 'invalid_response'): UpstreamError {
  return new UpstreamError({
    status: 500,
    message: message || 'the upstream refused the task',
    kind: 'upstream_error',
    code: code || 'fail_to_fetch_task',
    retryable: true,
    disables: false,
  });
}
