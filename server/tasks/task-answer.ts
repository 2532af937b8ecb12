import { z } from 'zod';
import type { Task } from './task.entity.js';

const properties = z.object({ input: z.string().catch('') });

/** An asynchronous job other than an image generation. Times are Unix seconds. */
export const taskAnswer = z.strictObject({
  id: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  task_id: z.string(),
  platform: z.string(),
  user_id: z.int(),
  /** 0 for users, who must not see channels. */
  channel_id: z.int(),
  quota: z.int(),
  action: z.string(),
  status: z.string(),
  fail_reason: z.string(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  /** Text such as `40%`. */
  progress: z.string(),
  properties,
  /** Response of the upstream: any JSON. */
  data: z.unknown(),
});
export type TaskAnswer = z.infer<typeof taskAnswer>;

export function taskAnswerOf(task: Task): TaskAnswer {
  return {
    id: task.id,
    created_at: task.createdAt,
    updated_at: task.updatedAt,
    task_id: task.taskId,
    platform: task.platform,
    user_id: task.userId,
    channel_id: task.channelId,
    quota: task.quota,
    action: task.action,
    status: task.status,
    fail_reason: task.failReason,
    submit_time: task.submitTime,
    start_time: task.startTime,
    finish_time: task.finishTime,
    progress: task.progress,
    properties: properties.safeParse(task.properties).data ?? { input: '' },
    data: task.data,
  };
}
