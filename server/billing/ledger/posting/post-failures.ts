import type { Redis } from 'ioredis';
import type { ClientBase } from 'pg';
import { LogType } from '../../../contract/enums.js';
import { within } from '../../../core/deadline.js';
import { KEYS } from '../../../core/redis/scripts/keys.js';
import { readStream, type StreamEntry } from '../../../core/redis/scripts/read-stream.js';
import { refusesData } from '../../../core/postgres/sql-errors.js';
import { readEntry, type FailedRequestRow } from '../../logs/failures/failed-request.js';
import { logRow, writeLogRows } from './log-rows.js';
import { savePosition, type Position } from './position.js';

/** The stream's name in `posting_positions`. */
const FAILURES = 'failures';
const BATCH = 500;
const TIMEOUT_MS = 2000;

/**
 * Writes failed requests to the log. Rows leave the stream after their commit; a batch that a crash repeats is recognized by
 * the position. Call it as the only process that posts.
 * @returns the number of entries that were left out, because this release cannot read them or Postgres refused them
 */
export async function postFailures(client: ClientBase, redis: Redis): Promise<number> {
  const { epoch, entries } = await readFailures(redis);
  const last = entries?.at(-1)?.[0];
  if (!last) return 0;
  const leftOut = await writeAll(client, epoch ?? '', entries);
  await within(redis.xtrim(KEYS.failures, 'MINID', after(last)), TIMEOUT_MS, 'Redis');
  return leftOut;
}

/** In a cluster, the stream has a node of its own, whose data belongs to no epoch of a journal. */
async function readFailures(redis: Redis): ReturnType<typeof readStream> {
  if (!redis.isCluster) return readStream(redis, KEYS.failures, BATCH);
  const entries = await within(redis.xrange(KEYS.failures, '-', '+', 'COUNT', BATCH), TIMEOUT_MS, 'Redis');
  return { epoch: null, entries };
}

/** Finds an entry that Postgres refuses by halving the batch, so that it does not keep the others out. */
async function writeAll(client: ClientBase, epoch: string, entries: readonly StreamEntry[]): Promise<number> {
  const position = { epoch, lastId: entries.at(-1)![0] };
  try {
    return await write(client, position, entries);
  } catch (error) {
    if (!refusesData(error)) throw error;
    if (entries.length === 1) return (await write(client, position, [])) + 1;
    const middle = entries.length >> 1;
    const before = await writeAll(client, epoch, entries.slice(0, middle));
    return before + (await writeAll(client, epoch, entries.slice(middle)));
  }
}

/** @returns the number of entries that cannot be read */
async function write(
  client: ClientBase,
  position: Position,
  entries: readonly StreamEntry[],
): Promise<number> {
  await client.query('BEGIN');
  try {
    const { rows } = await client.query<{ last_id: string }>(
      'SELECT last_id FROM posting_positions WHERE name = $1 AND epoch = $2 FOR UPDATE',
      [FAILURES, position.epoch],
    );
    const written = rows[0]?.last_id ?? '0-0';
    const fresh = entries.filter(([id]) => isAfter(id, written));
    const readable = fresh.flatMap(([, [, json = '']]) => readEntry(json) ?? []);
    await writeLogRows(client, readable.map(rowOf).join(''));
    await savePosition(client, FAILURES, position, readable.length);
    await client.query('COMMIT');
    return fresh.length - readable.length;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

function rowOf(row: FailedRequestRow): string {
  const values = { ...row, promptTokens: 0, completionTokens: 0 };
  return logRow({ ...row, type: LogType.error, quota: 0 }, values, row.content, row.other);
}

/** Ids of stream entries are milliseconds and a number within them. */
function parts(id: string): [number, number] {
  const [time, number] = id.split('-').map(Number);
  return [time ?? 0, number ?? 0];
}

function isAfter(id: string, other: string): boolean {
  const [time, number] = parts(id);
  const [otherTime, otherNumber] = parts(other);
  return time > otherTime || (time === otherTime && number > otherNumber);
}

function after(id: string): string {
  const [time, number] = parts(id);
  return `${time}-${number + 1}`;
}
