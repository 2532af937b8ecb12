import type { TaskStatus } from '../../task-apis/task.js';

/**
 * States of videos by the words of all providers that document them, in lower case with underscores. Gateways whose API is
 * compatible with one of these also send the words of others.
 */
const STATES: Readonly<Partial<Record<TaskStatus, readonly string[]>>> = {
  SUBMITTED: ['submitted', 'created', 'accepted', 'preparing', 'scheduling', 'scheduled'],
  QUEUED: ['queued', 'queueing', 'queuing', 'in_queue', 'pending', 'waiting', 'starting', 'not_start'],
  IN_PROGRESS: ['in_progress', 'processing', 'running', 'generating', 'uploading'],
  SUCCESS: ['completed', 'complete', 'succeeded', 'succeed', 'success', 'done', 'finished'],
  FAILURE: [
    'failed',
    'fail',
    'failure',
    'error',
    'canceled',
    'cancelled',
    'aborted',
    'terminated',
    'expired',
    'timeout',
    'timed_out',
    'incomplete',
    'rejected',
    'blocked',
    'moderated',
    'content_moderated',
    'request_moderated',
    'content_filtered',
    'deleted',
    'not_found',
  ],
};

const BY_WORD = new Map(
  Object.entries(STATES).flatMap(([status, words]) =>
    words.map((word) => [word, status as TaskStatus] as const),
  ),
);

/**
 * @param state as the provider reports it, such as `in_progress` or `TIMED OUT`
 * @returns undefined for states that this release does not know: whether they are final is not known either
 */
export function videoState(state: unknown): TaskStatus | undefined {
  if (typeof state !== 'string') return undefined;
  return BY_WORD.get(
    state
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
}
