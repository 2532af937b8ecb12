import { useState } from 'react';
import type { TimeFilters } from '../../ui/page/time-filter-bar';
import { withQuery } from '../api/api';
import { isAdmin, useSession } from '../api/session';
import { type ServedList, useList } from './use-list';
import { usePoll } from '../api/use-poll';

/** A drawing or a task. */
interface Job {
  id: number;
  status: string;
}

export interface JobFilters extends TimeFilters {
  channel_id: string;
}

interface JobListOptions<F> {
  /** API path of the jobs of all users. */
  all: string;
  /** API path of the user's own jobs. */
  own: string;
  defaults: () => F;
}

/** Final statuses. */
const OVER = ['SUCCESS', 'FAILURE'];

/** Whether a drawing or task has not ended. */
export function isRunning({ status }: Pick<Job, 'status'>): boolean {
  return !OVER.includes(status);
}

/**
 * A list of drawings or tasks: administrators see those of all users, others their own. Reloads while a job is not
 * finished.
 */
export function useJobList<T extends Job, F extends JobFilters>({
  all,
  own,
  defaults,
}: JobListOptions<F>): { admin: boolean; list: ServedList<T, F> } {
  const admin = isAdmin(useSession());
  const [filters] = useState(defaults);
  const list = useList<T, F>({
    filters,
    request: ({ page, size, filters: { start, end, channel_id, ...ids } }) => ({
      path: withQuery(admin ? all : own, {
        p: page - 1,
        page_size: size,
        ...ids,
        start_timestamp: start,
        end_timestamp: end,
        ...(admin && { channel_id }),
      }),
    }),
  });
  usePoll(list.rows.some(isRunning), list.refresh);
  return { admin, list };
}
