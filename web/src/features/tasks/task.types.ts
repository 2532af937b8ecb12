import type { TimeFilters } from '../../ui/time-filter-bar';

/** A task as GET /api/task/ returns it. Times are epoch seconds, 0 = not yet. */
export interface Task {
  id: number;
  task_id: string;
  platform: string;
  action: string;
  status: string;
  fail_reason: string;
  submit_time: number;
  finish_time: number;
  /** Text such as `40%`. */
  progress: string;
  channel_id: number;
  /** The upstream's response: any JSON. */
  data?: unknown;
}

export interface TaskFilters extends TimeFilters {
  channel_id: string;
  task_id: string;
}
