import { useState } from 'react';
import type { TimeFilters } from '../../ui/page/time-filter-bar';
import { withQuery } from '../api/api';
import { isAdmin, useSession } from '../api/session';
import { type ServedList, useList } from './use-list';
import { usePoll } from '../api/use-poll';

/** A drawing or a task in a list. */
export interface ListedTask {
  id: number;
  status: string;
  user_id: number;
  /** Quota units. */
  quota: number;
}

export interface TaskList<T, F extends TaskListFilters> {
  admin: boolean;
  list: ServedList<T, F>;
}

export interface TaskListFilters extends TimeFilters {
  channel_id: string;
}

interface TaskListOptions<F> {
  /** API path of the tasks of all users. */
  all: string;
  /** API path of the user's own tasks. */
  own: string;
  defaults: () => F;
}

/** Final statuses. */
const OVER = ['SUCCESS', 'FAILURE'];

/** Whether a drawing or task has not ended. */
export function isRunning({ status }: Pick<ListedTask, 'status'>): boolean {
  return !OVER.includes(status);
}

/**
 * A list of drawings or tasks: administrators see those of all users, others their own. Reloads while a task is not
 * finished.
 */
export function useTaskList<T extends ListedTask, F extends TaskListFilters>({
  all,
  own,
  defaults,
}: TaskListOptions<F>): TaskList<T, F> {
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
