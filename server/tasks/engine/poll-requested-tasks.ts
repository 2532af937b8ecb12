import { isFinal } from '../../dialects/task-apis/task.js';
import type { StoredTask } from './stored-task.js';
import type { TasksRepository } from './tasks.repository.js';

/** Seconds within which a task is polled again after its owner has requested it. */
const FRESH_SECONDS = 15;

/** Old tasks are polled every few minutes, but sooner while their owner requests them. @param tasks of one table */
export async function pollRequestedTasks(
  store: TasksRepository,
  tasks: readonly StoredTask[],
): Promise<void> {
  const soon = Date.now() + FRESH_SECONDS * 1000;
  const stale = tasks.filter(
    ({ status, row: { next_poll_at: next } }) => !isFinal(status) && next instanceof Date && +next > soon,
  );
  const [first] = stale;
  if (first)
    await store.pollWithin(
      first.table,
      stale.map(({ id }) => id),
      FRESH_SECONDS,
    );
}
