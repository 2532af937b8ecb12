import type { TaskResponse } from '#contract/resources/tasks/task';

/** Whether a task makes a video. */
export function isVideo({ platform }: Pick<TaskResponse, 'platform'>): boolean {
  return platform === 'video';
}

/** The gateway's address of a finished video, which the browser's session may read; undefined for other tasks. */
export function videoAddress(task: TaskResponse): string | undefined {
  if (!isVideo(task) || task.status !== 'SUCCESS') return undefined;
  return videoContent(task.task_id);
}

/** The gateway's address of a finished video. @param id of its task */
export function videoContent(id: string): string {
  return `/v1/videos/${encodeURIComponent(id)}/content`;
}
