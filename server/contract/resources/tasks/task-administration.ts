import { z } from 'zod';
import { MAX_CANCEL_REASON_LENGTH } from '../../limits.js';

/** Tasks of one channel that have not ended. */
export const runningTasksResponse = z
  .strictObject({
    /** The table of the tasks: `midjourneys` or `tasks`. */
    kind: z.enum(['drawing', 'task']),
    channel_id: z.int(),
    /** '' for a channel that was deleted. */
    channel_name: z.string(),
    running: z.int(),
    /** Tasks whose last three polls failed. */
    stuck: z.int(),
    /** Seconds since the task that waits longest should have been polled; 0 = none is late. */
    oldest_due_seconds: z.int(),
    /** Seconds since the oldest of them was submitted. */
    oldest_seconds: z.int(),
    /** Quota units that would be refunded if all failed. */
    quota: z.int(),
  })
  .meta({ id: 'RunningTasks' });
export type RunningTasksResponse = z.infer<typeof runningTasksResponse>;

export const cancelTaskRequest = z.strictObject({
  /** Shown to the owner of the task. */
  reason: z.string().trim().min(1).max(MAX_CANCEL_REASON_LENGTH),
});
export type CancelTaskRequest = z.infer<typeof cancelTaskRequest>;
