import type { DrawingResponse } from '#contract/resources/tasks/drawing';
import { nowSeconds } from '../../lib/format/format';
import { type TaskListFilters, useTaskList } from '../../lib/list/use-task-list';

interface DrawingFilters extends TaskListFilters {
  mj_id: string;
}

const HOUR = 3600;
const MONTH = 30 * 24 * HOUR;

export function useDrawings() {
  return useTaskList<DrawingResponse, DrawingFilters>({
    all: '/api/mj/',
    own: '/api/mj/self/',
    defaults: filterDefaults,
  });
}

/** The last month, until an hour from now. */
function filterDefaults(): DrawingFilters {
  const now = nowSeconds();
  return { start: String(now - MONTH), end: String(now + HOUR), channel_id: '', mj_id: '' };
}
