import { z } from 'zod';

/** Progress of a job over all channels. */
export const channelJobProgress = z.strictObject({
  /** Unix seconds. */
  started_at: z.int(),
  total: z.int(),
  done: z.int(),
  /** Part of `done`: channels whose type does not support the operation. */
  skipped: z.int(),
  failed: z.int(),
  disabled: z.int(),
  enabled: z.int(),
});
export type ChannelJobProgress = z.infer<typeof channelJobProgress>;

/** State of the most recent job over all channels: tests or balance updates. */
export const channelJobResponse = z
  .strictObject({
    state: z.enum(['idle', 'waiting', 'running', 'done', 'failed']),
    ...channelJobProgress.shape,
    /** Unix seconds; 0 = not finished. */
    finished_at: z.int(),
    /** Why the job as a whole failed, or ''. */
    error: z.string(),
  })
  .meta({ id: 'ChannelJob' });
export type ChannelJobResponse = z.infer<typeof channelJobResponse>;
