import type { TimeFilters } from '../../ui/time-filter-bar';

/** A drawing as returned by GET /api/mj/. Times are epoch milliseconds, 0 = not yet. */
export interface Drawing {
  id: number;
  code: number;
  action: string;
  mj_id: string;
  prompt: string;
  prompt_en: string;
  submit_time: number;
  finish_time: number;
  image_url: string;
  status: string;
  /** Text such as `40%`. */
  progress: string;
  fail_reason: string;
  channel_id: number;
}

export interface DrawingFilters extends TimeFilters {
  channel_id: string;
  mj_id: string;
}
