import type { TaskResponse } from '#contract/resources/tasks/task';
import { startOfToday } from '../../lib/format/format';
import { type TaskListFilters, useTaskList } from '../../lib/list/use-task-list';

interface TaskFilters extends TaskListFilters {
  task_id: string;
}

export function useTasks() {
  return useTaskList<TaskResponse, TaskFilters>({
    all: '/api/task/',
    own: '/api/task/self',
    defaults: filterDefaults,
  });
}

/** From the start of today, without an end. */
function filterDefaults(): TaskFilters {
  return { start: String(startOfToday()), end: '', channel_id: '', task_id: '' };
}
