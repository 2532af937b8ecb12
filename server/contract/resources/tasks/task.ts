import { z } from 'zod';
import { integerParameter, pageParameters, textParameter } from '../../query.js';

/** An asynchronous job other than an image generation. Times are Unix seconds; 0 = not yet. */
export const taskResponse = z
  .strictObject({
    id: z.int(),
    created_at: z.int(),
    updated_at: z.int(),
    task_id: z.string(),
    platform: z.string(),
    user_id: z.int(),
    /** 0 for users, who must not see channels. */
    channel_id: z.int(),
    /** Quota units. */
    quota: z.int(),
    action: z.string(),
    status: z.string(),
    fail_reason: z.string(),
    submit_time: z.int(),
    start_time: z.int(),
    finish_time: z.int(),
    /** Text such as `40%`. */
    progress: z.string(),
    properties: z.object({ input: z.string() }),
    /** Response of the upstream: any JSON. */
    data: z.unknown(),
  })
  .meta({ id: 'Task' });
export type TaskResponse = z.infer<typeof taskResponse>;

const filter = {
  ...pageParameters,
  start_timestamp: integerParameter('Unix seconds, inclusive.'),
  end_timestamp: integerParameter('Unix seconds, inclusive.'),
  task_id: textParameter(),
  platform: textParameter(),
  status: textParameter(),
  action: textParameter(),
};

export const ownTaskListQuery = z.object(filter);
export type OwnTaskListQuery = z.infer<typeof ownTaskListQuery>;

export const taskListQuery = z.object({ ...filter, channel_id: integerParameter() });
export type TaskListQuery = z.infer<typeof taskListQuery>;
