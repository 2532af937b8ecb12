import type { EntityManager } from 'typeorm';
import type { ImportRun, Written } from '../import-run.js';
import { importReference, openingEntry } from '../rows/opening-entry.js';
import type { Note } from '../rules.js';
import type { SourceRow } from '../sources/source.js';

/** Deadlines of unfinished tasks, minutes; 0 = none. */
export interface TaskTimeouts {
  readonly midjourneys: number;
  readonly tasks: number;
}

/** Drawings, songs and videos. Those that have not ended are polled, and refunded if they fail. */
export async function importTasks(
  run: ImportRun,
  timeouts: TaskTimeouts,
  parts: ReadonlySet<string>,
): Promise<void> {
  const ids = {
    users: await run.idsOf('users'),
    channels: await run.idsOf('channels'),
    tokens: await run.idsOf('tokens'),
  };
  for (const table of ['midjourneys', 'tasks'] as const)
    if (parts.has(table))
      await run.importTable(
        table,
        { write: (db, rows) => writeTasks(run, db, table, rows, ids, timeouts) },
        run.options.since,
      );
}

async function writeTasks(
  run: ImportRun,
  db: EntityManager,
  table: 'midjourneys' | 'tasks',
  rows: readonly SourceRow[],
  known: Readonly<Record<'users' | 'channels' | 'tokens', ReadonlyMap<string, number>>>,
  timeouts: TaskTimeouts,
): Promise<Written> {
  const notes: Note[] = [];
  const read = rows.map((row) => ({
    id: row.id ?? '',
    ...run.readers[table](row),
  }));
  // While the old gateway works, it polls and refunds its tasks: a later run takes those that have not ended by then.
  const isDue = ({ isFinished }: { isFinished: boolean }) => isFinished || !run.options.follow;
  const owned = read.filter((task) => known.users.has(task.owner) && isDue(task));
  for (const { id, owner } of read)
    if (!known.users.has(owner)) notes.push({ table, id, code: 'owner_missing', detail: '' });
  const ids = await run.assignIds(
    db,
    table,
    owned.map(({ id }) => id),
  );
  const now = Date.now();
  const minutes = timeouts[table];
  const entries: Record<string, unknown>[] = [];
  const inserted = owned.map(({ id, columns, tracked, quota, ...task }) => {
    const userId = known.users.get(task.owner)!;
    const channelId = known.channels.get(task.channel) ?? 0;
    const isOpen = !task.isFinished && channelId !== 0;
    const reference = importReference(run.importId, table, id);
    if (!task.isFinished)
      notes.push({
        table,
        id,
        code: isOpen ? 'task_unfinished' : 'task_without_channel',
        detail: task.publicId,
      });
    const isCharged = isOpen && task.isCharged;
    const failReason = columns.fail_reason ?? tracked.fail_reason;
    if (isCharged) entries.push(...chargeEntries(run.importId, { table, id, userId, channelId, quota }, now));
    return {
      id: ids.get(id),
      ...columns,
      user_id: userId,
      channel_id: channelId,
      quota,
      request_id: isCharged ? reference : '',
      // A refund of one that has not ended goes to the account alone.
      token_id: task.isFinished ? (known.tokens.get(task.token) ?? 0) : 0,
      group_name: '',
      key_index: 0,
      settlement: isCharged ? 'charged' : 'none',
      price: null,
      results: null,
      note: '',
      notify_hook: '',
      notify_secret: '',
      notify_sequence: 0,
      next_poll_at: isOpen ? new Date(now).toISOString() : null,
      poll_attempts: 0,
      poll_errors: 0,
      lease_owner: '',
      lease_until: null,
      deadline_at: isOpen && minutes > 0 ? new Date(now + minutes * 60_000).toISOString() : null,
      version: 0,
      ...tracked,
      ...(!task.isFinished && !isOpen && { status: 'FAILURE', fail_reason: failReason || 'channel deleted' }),
    };
  });
  await run.target.insert(db, table, inserted);
  await run.target.insert(db, 'ledger_entries', entries);
  return { notes, mapped: owned.map(({ id }) => ({ id, ownId: ids.get(id)! })) };
}

/**
 * The charge of a task that may have to be refunded, and the same amount added to the opening balance: the balance of the source
 * is without it already.
 */
function chargeEntries(
  importId: number,
  task: { table: 'midjourneys' | 'tasks'; id: string; userId: number; channelId: number; quota: number },
  nowMs: number,
): Record<string, unknown>[] {
  const { table, id, userId, channelId, quota } = task;
  const now = Math.floor(nowMs / 1000);
  const opening = {
    ...openingEntry({ importId, table: 'users', sourceId: id, userId, tokenId: 0, amount: quota }, now),
    request_id: `${importReference(importId, table, id)}:opening`,
    content: importReference(importId, table, id),
  };
  const reference = importReference(importId, table, id);
  return [
    opening,
    { ...opening, request_id: reference, kind: 'consume', channel_id: channelId, delta: -quota },
  ];
}
