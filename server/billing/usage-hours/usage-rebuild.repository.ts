import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { LogType } from '../../contract/enums.js';
import { IS_ADJUSTMENT } from '../ledger/charge-ids.js';
import type { Prepared } from '../ledger/posting/prepared.js';
import { forgetSummedDays } from '../ledger/posting/summed-days.js';
import { UsageHours } from '../ledger/posting/usage-hours.js';
import { entryUsage, type CountedEntry } from './entry-usage.js';

export const HOUR_SECONDS = 3600;

/** Kinds of entries that charge requests or give their charges back. */
export const CHARGE_KINDS = `'consume', 'correction', 'refund', 'settle', 'admin_refund'`;

/** Entries read at once. */
const BATCH = 5000;
/** The poster waits while an hour is counted: give up rather than wait with it for others. */
const LOCK_TIMEOUT = '5s';

/** A period, Unix seconds; `to` is exclusive. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

interface State {
  /** As the columns of `usage_rebuilds`. */
  readonly completeFrom: number;
  readonly comparedAt: number;
}

/** Compares the sums of usage with the ledger, and counts hours again. */
@Injectable()
export class UsageRebuildRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async state(): Promise<State> {
    const [row]: State[] = await this.database.query(
      'SELECT complete_from AS "completeFrom", compared_at AS "comparedAt" FROM usage_rebuilds WHERE id = 1',
    );
    return row ?? { completeFrom: 0, comparedAt: 0 };
  }

  async saveState({ completeFrom, comparedAt }: State): Promise<void> {
    await this.database.query(
      `INSERT INTO usage_rebuilds (id, complete_from, compared_at) VALUES (1, $1, $2)
       ON CONFLICT (id) DO UPDATE SET complete_from = excluded.complete_from, compared_at = excluded.compared_at`,
      [completeFrom, comparedAt],
    );
  }

  /** The time of the first entry of the ledger that charged a request, Unix seconds; undefined if there is none. */
  async firstCharge(): Promise<number | undefined> {
    const [row]: { at: number | null }[] = await this.database.query(
      `SELECT min(created_at) AS at FROM ledger_entries WHERE kind IN (${CHARGE_KINDS})`,
    );
    return row?.at ?? undefined;
  }

  /** Hours in which quota or requests differ from the ledger, oldest first. */
  async differingHours({ from, to }: Period): Promise<number[]> {
    const rows: { at: number }[] = await this.database.query(
      `SELECT at FROM (
         SELECT created_at - created_at % ${HOUR_SECONDS} AS at, -sum(delta) AS quota,
           count(*) FILTER (WHERE kind = 'consume' AND NOT ${IS_ADJUSTMENT}) - count(*) FILTER (WHERE kind = 'refund') AS requests
         FROM ledger_entries WHERE created_at >= $1 AND created_at < $2 AND kind IN (${CHARGE_KINDS}) GROUP BY 1) ledger
       FULL JOIN (
         SELECT at, sum(quota) AS quota, sum(requests) AS requests
         FROM usage_hours WHERE at >= $1 AND at < $2 GROUP BY 1) counted USING (at)
       WHERE coalesce(ledger.quota, 0) <> coalesce(counted.quota, 0)
         OR coalesce(ledger.requests, 0) <> coalesce(counted.requests, 0)
       ORDER BY at`,
      [from, to],
    );
    return rows.map(({ at }) => at);
  }

  /**
   * Replaces the sums of an hour by those of its entries. The lock waits for transactions that have added to the sums, and keeps others
   * from adding: each entry is counted by one of both. The entries are read before it, and again only if there are others by then, so
   * that the poster need not wait for an hour with many of them.
   * @param at beginning of the hour, Unix seconds
   */
  async recount(at: number): Promise<void> {
    const read = await this.database.transaction((manager) => readHour(manager, at));
    await this.database.transaction(async (manager) => {
      await manager.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
      const run = ({ text, values }: Prepared) => manager.query<unknown>(text, values);
      // In the order in which the poster locks: first the days, then the hours.
      await forgetSummedDays(run, [at]);
      await manager.query('LOCK TABLE usage_hours IN SHARE ROW EXCLUSIVE MODE');
      const [now]: { entries: number; quota: number }[] = await manager.query(
        `SELECT count(*)::bigint AS entries, coalesce(-sum(delta), 0)::bigint AS quota ${ENTRIES_OF_HOUR}`,
        [at, at + HOUR_SECONDS],
      );
      const isSame = now?.entries === read.entries && now.quota === read.quota;
      const { usage } = isSame ? read : await readHour(manager, at);
      await manager.query('DELETE FROM usage_hours WHERE at = $1', [at]);
      await manager.query('DELETE FROM usage_channel_hours WHERE at = $1', [at]);
      await usage.write(run);
    });
  }

  /** @param before Unix seconds @returns the number of deleted rows */
  async deleteBefore(
    table: 'usage_hours' | 'usage_channel_hours',
    before: number,
    limit: number,
  ): Promise<number> {
    const [, deleted]: [unknown, number] = await this.database.query(
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE at < $1 LIMIT ${limit}))`,
      [before],
    );
    return deleted;
  }
}

const ENTRIES_OF_HOUR = `FROM ledger_entries WHERE created_at >= $1 AND created_at < $2 AND kind IN (${CHARGE_KINDS})`;

/** Sums of an hour, and of how many entries they are. */
interface ReadHour {
  readonly usage: UsageHours;
  readonly entries: number;
  /** Quota units. */
  readonly quota: number;
}

async function readHour(manager: EntityManager, at: number): Promise<ReadHour> {
  const usage = new UsageHours();
  let entries = 0;
  let quota = 0;
  for await (const entry of entriesOf(manager, at)) {
    usage.add(entryUsage(entry));
    entries++;
    quota += entry.quota;
  }
  return { usage, entries, quota };
}

/** The entries of an hour, with the log row of the charge that they belong to. */
async function* entriesOf(manager: EntityManager, at: number): AsyncGenerator<CountedEntry> {
  await manager.query(
    `DECLARE entries NO SCROLL CURSOR FOR
     SELECT e.created_at AS at, e.request_id AS "requestId", e.kind, e.user_id AS "userId", e.token_id AS "tokenId",
       coalesce(l.channel_id, c.channel_id, e.channel_id) AS "channelId", -e.delta AS quota, e.uncollected,
       l.model_name AS "modelName", l."group", l.prompt_tokens AS "promptTokens",
       l.completion_tokens AS "completionTokens", l.other
     FROM ledger_entries e
     LEFT JOIN LATERAL (
       SELECT channel_id, CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END AS charged_at
       FROM ledger_entries WHERE e.kind <> 'consume' AND request_id = e.request_id AND kind = 'consume' LIMIT 1) c ON true
     LEFT JOIN LATERAL (
       SELECT channel_id, model_name, "group", prompt_tokens, completion_tokens, other FROM logs
       WHERE created_at = coalesce(c.charged_at, CASE WHEN e.settled_at > 0 THEN e.settled_at ELSE e.created_at END)
         AND request_id = e.request_id AND user_id = e.user_id AND type = ${LogType.consumption} LIMIT 1) l ON true
     WHERE e.created_at >= ${Math.floor(at)} AND e.created_at < ${Math.floor(at) + HOUR_SECONDS}
       AND e.kind IN (${CHARGE_KINDS})`,
  );
  for (;;) {
    const rows: CountedEntry[] = await manager.query(`FETCH ${BATCH} FROM entries`);
    yield* rows;
    if (rows.length < BATCH) break;
  }
  await manager.query('CLOSE entries');
}
