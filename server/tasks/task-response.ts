import { z } from 'zod';
import type { TaskResponse } from '../contract/resources/tasks/task.js';
import type { Task } from './task.entity.js';

const properties = z.object({ input: z.string().catch('') });

export function taskResponseOf(task: Task): TaskResponse {
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
