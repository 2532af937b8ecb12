import type { EntityManager } from 'typeorm';
import { copyText } from '../../billing/ledger/posting/copy-rows.js';
import { LogType } from '../../contract/enums.js';
import type { ImportRun } from '../import-run.js';
import type { TablePosition } from '../import.repository.js';
import { flag, integer, isBrokenJson, text, trimmed } from '../sources/column-values.js';
import { UnreadableSource, type Source, type SourceRow } from '../sources/source.js';

/** Rows that one transaction imports: with their texts, a few megabytes. */
const BATCH = 5000;
const TYPES: readonly number[] = Object.values(LogType);
const LOG_COLUMNS =
  'id, created_at, user_id, type, content, username, token_name, model_name, quota, prompt_tokens, completion_tokens, ' +
  'use_time, is_stream, channel_id, token_id, "group", other, request_id';

type Streamed = 'logs' | 'quota_data';

/** What rows add to a position. */
type Added = Pick<TablePosition, 'quota' | 'tokens' | 'unreadable'>;

/**
 * The usage log. Of its rows only the position is stored, together with them, since they are many. They are history: none of them
 * changes a balance.
 */
export async function importLogs(run: ImportRun): Promise<void> {
  const [users, tokens, channels] = [
    await run.idsOf('users'),
    await run.idsOf('tokens'),
    await run.idsOf('channels'),
  ];
  await stream(run, run.options.logs, 'logs', async (db, rows, offset) => {
    const added = { quota: 0, tokens: 0, unreadable: 0 };
    let lines = '';
    for (const row of rows) {
      const type = integer(row, 'type');
      const quota = Math.max(integer(row, 'quota'), 0);
      const input = Math.max(integer(row, 'prompt_tokens'), 0);
      const output = Math.max(integer(row, 'completion_tokens'), 0);
      const isBroken = isBrokenJson(row, 'other');
      if (type === LogType.consumption) {
        added.quota += quota;
        added.tokens += input + output;
      }
      if (isBroken) added.unreadable++;
      const values = [
        integer(row, 'id') + offset,
        integer(row, 'created_at'),
        users.get(trimmed(row, 'user_id')) ?? 0,
        TYPES.includes(type) ? type : LogType.unknown,
        copyText(text(row, 'content')),
        copyText(text(row, 'username')),
        copyText(text(row, 'token_name')),
        copyText(text(row, 'model_name')),
        quota,
        input,
        output,
        Math.max(integer(row, 'use_time'), 0),
        flag(row, 'is_stream') ? 't' : 'f',
        // one-api calls it `channel`.
        channels.get(trimmed(row, 'channel_id') || trimmed(row, 'channel')) ?? 0,
        tokens.get(trimmed(row, 'token_id')) ?? 0,
        copyText(trimmed(row, 'group')),
        copyText(isBroken ? '' : trimmed(row, 'other')),
        copyText(trimmed(row, 'request_id')),
      ];
      lines += `${values.join('\t')}\n`;
    }
    // All of them would be written and removed again.
    if (!run.options.dryRun) await run.target.copyLogs(db, LOG_COLUMNS, lines);
    return added;
  });
}

/** Sums for the dashboard, by hour. */
export async function importUsage(run: ImportRun): Promise<void> {
  const users = await run.idsOf('users');
  await stream(run, run.options.source, 'quota_data', async (db, rows) => {
    const sums = rows.map((row) => ({
      user_id: users.get(trimmed(row, 'user_id')) ?? 0,
      username: text(row, 'username'),
      model_name: text(row, 'model_name'),
      created_at: integer(row, 'created_at'),
      token_used: Math.max(integer(row, 'token_used'), 0),
      count: Math.max(integer(row, 'count'), 0),
      quota: Math.max(integer(row, 'quota'), 0),
    }));
    await run.target.addUsage(db, sums);
    return {
      quota: sums.reduce((sum, { quota }) => sum + quota, 0),
      tokens: sums.reduce((sum, { token_used: used }) => sum + used, 0),
      unreadable: 0,
    };
  });
}

/** Imports rows in the order of their ids, each batch in one transaction with the position that it reaches. */
async function stream(
  run: ImportRun,
  source: Source,
  table: Streamed,
  write: (db: EntityManager, rows: readonly SourceRow[], offset: number) => Promise<Added>,
): Promise<void> {
  if (!source.tables.has(table)) return;
  if ((await run.idsOf('users')).size === 0)
    throw new UnreadableSource(`import users, tokens and channels before ${table}: its rows refer to them`);
  const { dryRun, since, ensureMonths, report, event } = run.options;
  const begun = await run.transaction((db) => run.rows.lock(db, run.importId));
  let after = begun[table]?.after ?? 0;
  let imported = 0;
  let done = begun[table]?.rows ?? 0;
  const total = event && since === undefined ? (await source.totals(table, [])).rows : null;
  for (;;) {
    const page = await source.page(table, { key: 'id', after: String(after), limit: BATCH, since });
    const rows = run.options.follow ? finalRows(table, page) : page;
    const last = rows.at(-1);
    if (!last) break;
    if (table === 'logs' && !dryRun) await ensureMonths(rows.map((row) => integer(row, 'created_at')));
    const from = after;
    const position = await run.transaction(async (db) => {
      const before = (await run.rows.lock(db, run.importId))[table];
      // Another run has read on meanwhile.
      if ((before?.after ?? 0) !== from) return before;
      const offset = before?.offset ?? (table === 'logs' ? await firstOffset(run, db, source) : 0);
      const added = await write(db, rows, offset);
      const next: TablePosition = {
        after: integer(last, 'id'),
        offset,
        rows: (before?.rows ?? 0) + rows.length,
        quota: (before?.quota ?? 0) + added.quota,
        tokens: (before?.tokens ?? 0) + added.tokens,
        unreadable: (before?.unreadable ?? 0) + added.unreadable,
      };
      await run.rows.savePosition(db, run.importId, table, next);
      return next;
    });
    after = position?.after ?? after;
    imported += rows.length;
    done = position?.rows ?? done;
    event?.({ kind: 'table', table, done, total });
    if (imported % (20 * BATCH) === 0) report(`${table}: ${imported} rows so far`);
    if (rows.length < BATCH) break;
  }
  if (imported > 0) report(`${table}: ${imported} imported`);
}

/**
 * Seconds after which a row of a working gateway is final: transactions that began before others may end after them, and sums of an hour
 * are written from time to time until its end.
 */
const FINAL_AFTER = { logs: 60, quota_data: 3 * 3600 } as const;

/** The rows before the first one that may change, or that rows with lower ids may still precede. */
function finalRows(table: Streamed, rows: SourceRow[]): SourceRow[] {
  const final = Date.now() / 1000 - FINAL_AFTER[table];
  const open = rows.findIndex((row) => integer(row, 'created_at') > final);
  return open === -1 ? rows : rows.slice(0, open);
}

/** Ids that running servers may take while an import reserves its own. */
const SLACK = 100_000;

/** Ids of the source stay as they are in an empty log, else they go on behind the last one here: the order remains. */
async function firstOffset(run: ImportRun, db: EntityManager, source: Source): Promise<number> {
  const last = await run.target.largestId(db, 'logs');
  const offset = last === 0 ? 0 : last + SLACK;
  const { maxId } = await source.totals('logs', []);
  if (!run.options.dryRun) await run.target.reserveIds(db, 'logs', offset + maxId);
  return offset;
}
