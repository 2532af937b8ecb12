import { UpstreamError, type UpstreamFailure } from '../../canonical/failure.js';
import { isRecord, record, type UnknownRecord } from '../../json/lenient.js';
import type { TaskAcceptance, TaskReport, TaskResult, TaskStatus } from '../../task-apis/task.js';
import { invalidResponse } from '../provider-error.js';

/** Shown where the provider reports no progress. */
const PROGRESS: Readonly<Partial<Record<TaskStatus, string>>> = {
  SUBMITTED: '10%',
  QUEUED: '20%',
  IN_PROGRESS: '50%',
};

/** @throws UpstreamError if there is no id */
export function acceptedAs(upstreamId: string, report?: TaskReport): TaskAcceptance {
  if (upstreamId === '') throw new UpstreamError(invalidResponse('no task was started'));
  return { kind: 'accepted', upstreamId, ...(report && { report: { ...report, upstreamId } }) };
}

/**
 * @param status undefined for states that this release does not know: such tasks keep running
 * @param urls of the video; a success without any is a failure
 */
export function videoReport(
  upstreamId: string,
  status: TaskStatus | undefined,
  more: {
    readonly urls?: readonly string[];
    readonly failReason?: string;
    readonly data?: unknown;
    readonly progress?: string;
    readonly tokens?: number | undefined;
  } = {},
): TaskReport {
  const { urls = [], failReason, data, tokens } = more;
  const results = urls.filter((url) => url !== '').map((url): TaskResult => ({ url, kind: 'video' }));
  const isEmpty = status === 'SUCCESS' && results.length === 0;
  const progress = more.progress ?? (status && PROGRESS[status]);
  return {
    upstreamId,
    ...(status && { status: isEmpty ? 'FAILURE' : status }),
    ...(progress !== undefined && { progress }),
    ...(isEmpty && { failReason: 'the upstream made no video' }),
    ...(status === 'FAILURE' && { failReason: failReason || 'the upstream could not make the video' }),
    ...(!isEmpty && results.length > 0 && { results }),
    ...(isRecord(data) && { data: publicData(data, upstreamId) }),
    ...(tokens !== undefined && tokens > 0 && !isEmpty && status === 'SUCCESS' && { tokens }),
  };
}

/** A text that is longer contains a file. */
const MAX_TEXT = 20_000;

/** The provider's description without embedded files and without the provider's id of the task. */
function publicData(data: UnknownRecord, upstreamId: string): UnknownRecord {
  return record(
    JSON.parse(
      JSON.stringify(data, (_name, part: unknown) =>
        typeof part === 'string' && (part.length > MAX_TEXT || part === upstreamId) ? undefined : part,
      ),
    ),
  );
}

/** The provider refused or could not do the work. */
export function videoFailed(message: string, more: Partial<UpstreamFailure> = {}): UpstreamError {
  return new UpstreamError({
    status: 502,
    message: message || 'the video could not be made',
    kind: 'upstream_error',
    code: 'generation_failed',
    retryable: true,
    disables: false,
    ...more,
  });
}
