import { useState } from 'react';
import { withQuery } from '../../lib/api';
import { startOfToday } from '../../lib/format';
import { isAdmin, useSession } from '../../lib/session';
import { useList } from '../../lib/use-list';
import { usePoll } from '../../lib/use-poll';
import type { TaskResponse } from '#contract/resources/task';
import type { TimeFilters } from '../../ui/time-filter-bar';

export interface TaskFilters extends TimeFilters {
  channel_id: string;
  task_id: string;
}

/** Final states. */
const OVER = ['SUCCESS', 'FAILURE'];

/** Administrators see all tasks, other users their own. */
export function useTasks() {
  const admin = isAdmin(useSession());
  const [defaults] = useState(filterDefaults);
  const list = useList<TaskResponse, TaskFilters>({
    filters: defaults,
    request: ({ page, size, filters: { start, end, task_id, channel_id } }) => ({
      path: withQuery(admin ? '/api/task/' : '/api/task/self', {
        p: page - 1,
        page_size: size,
        task_id,
        start_timestamp: start,
        end_timestamp: end,
        ...(admin && { channel_id }),
      }),
    }),
  });
  usePoll(
    list.rows.some(({ status }) => !OVER.includes(status)),
    list.refresh,
  );
  return { admin, list };
}

/** From the start of today, without an end. */
function filterDefaults(): TaskFilters {
  return { start: String(startOfToday()), end: '', channel_id: '', task_id: '' };
}
