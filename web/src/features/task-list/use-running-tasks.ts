import type { RunningTasksResponse } from '#contract/resources/task-administration';
import useSWR from 'swr';
import { get } from '../../lib/api/api';

const EVERY_MS = 5000;

/**
 * Running tasks of one kind by channel, for administrators. Refreshes while tasks run and the tab is visible.
 * @param active whether the page shows running tasks that the last response may not contain yet
 */
export function useRunningTasks(kind: RunningTasksResponse['kind'], active: boolean) {
  const { data, mutate } = useSWR<RunningTasksResponse[], unknown>(
    '/api/task/running',
    (path: string) => get<RunningTasksResponse[]>(path),
    { refreshInterval: (latest) => (active || latest?.some((row) => row.kind === kind) ? EVERY_MS : 0) },
  );
  return { rows: data?.filter((row) => row.kind === kind) ?? [], refresh: mutate };
}
