import { auditLedger } from '../../server/billing/ledger/ledger-audit.js';
import { REDIS } from '../../server/core/injection.js';
import { TABLES, type TaskTable } from '../../server/tasks/engine/task-table.js';
import { TaskEndings } from '../../server/tasks/engine/task-endings.js';
import { TaskPoller } from '../../server/tasks/engine/task-poller.js';
import { TaskPollsRepository } from '../../server/tasks/engine/task-polls.repository.js';
import { DataSource } from 'typeorm';
import type { Redis } from 'ioredis';
import { Gateway } from '../setup/gateway.js';

/** Columns of a task that tests look at. */
export interface TaskColumns {
  readonly id: number;
  readonly status: string;
  readonly progress: string;
  readonly fail_reason: string;
  readonly quota: number;
  readonly settlement: string;
  readonly channel_id: number;
  readonly upstream_id: string;
  readonly request_id: string;
  readonly [column: string]: unknown;
}

/** Quota units of one US dollar. */
export const USD = 500_000;

export async function rowsOf(gateway: Gateway, table: TaskTable): Promise<TaskColumns[]> {
  return gateway.sql<TaskColumns>(`SELECT * FROM ${TABLES[table].name} ORDER BY id`);
}

/** Polls all running tasks now, as the worker does when they are due. */
export async function poll(gateway: Gateway): Promise<void> {
  for (const table of ['drawing', 'task'] as const)
    await gateway.sql(
      `UPDATE ${TABLES[table].name} SET next_poll_at = now() - interval '1 second', lease_until = NULL
       WHERE next_poll_at IS NOT NULL`,
    );
  const poller = gateway.worker.get(TaskPoller, { strict: false });
  for (const { table, channelId } of await gateway.worker
    .get(TaskPollsRepository, { strict: false })
    .dueChannels())
    await poller.pollChannel(table, channelId);
}

/** Moves the deadlines of all running tasks into the past, and ends them. */
export async function passDeadlines(gateway: Gateway): Promise<void> {
  for (const table of ['drawing', 'task'] as const)
    await gateway.sql(
      `UPDATE ${TABLES[table].name} SET deadline_at = now() - interval '1 second' WHERE deadline_at IS NOT NULL`,
    );
  await gateway.worker.get(TaskEndings, { strict: false }).failOverdue();
}

/** Every balance is the sum of its entries, and nothing is reserved. */
export async function expectBalancedLedger(gateway: Gateway): Promise<void> {
  await gateway.quiet();
  const report = await auditLedger(gateway.worker.get(DataSource), gateway.app.get<Redis>(REDIS));
  expect(report).toMatchObject({ balanced: true });
}

/** A GET of a task API. */
export function fetchTask({ url }: Gateway, path: string, key: string): Promise<Response> {
  return fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
}
