import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  isTimeDimension,
  type CostDimension,
  type CostMovement,
} from '../../contract/resources/costs/costs.js';
import { ReadDatabase } from '../../core/postgres/reads/read-database.js';
import { CHARGE_KINDS, type Period } from '../usage-hours/usage-rebuild.repository.js';
import type { Cell, CellErrors, CellKey } from './cost-rows.js';
import { ADDED, cellsOf, columnOf, NAMES, SUMS } from './cost-cells.js';
import { costSource, errorSource, Parameters, rankSource, valueOf, type CostScope } from './cost-source.js';

/** The columns of rows that have charges alone. */
const QUOTA_ALONE = NAMES.map((name) => (name === '"quota"' ? 'sum(half.quota)::bigint' : '0')).join(', ');

export interface CellQuery extends Period {
  readonly by: CostDimension;
  readonly thenBy: CostDimension | undefined;
  /** Beginnings of the days. */
  readonly days: readonly number[];
  /** Values, or pairs of them, that are no times and have cells of their own. */
  readonly shown: number;
}

/** What else is read with the cells. */
export interface ComparedQuery extends CellQuery {
  /** As long as the period, which follows it. */
  readonly earlier: Period;
  /** No time. */
  readonly movedBy: CostDimension;
  /** Values of `movedBy` that are compared with the period before, those that changed most; so are the values of `by` with cells. */
  readonly compared: number;
  /** Cells by time and `movedBy`. @param values with cells of their own */
  readonly series: { readonly by: 'day' | 'hour'; readonly values: number } | undefined;
}

export interface ComparedCells {
  readonly cells: Cell[];
  /** The sums of the period before by purchase price. */
  readonly before: Cell[];
  /** Charges by the values of `movedBy`. Those that are not compared are one with the key null. */
  readonly changes: CostMovement[];
  readonly series: Cell[];
}

/** A value, or a pair of values, with its charges. */
export interface RankedKey extends CellKey {
  /** The user of a token; null unless it is ranked by tokens. */
  readonly userId: number | null;
  readonly now: number;
  /** In the period before; 0 if that is not compared. */
  readonly before: number;
  /** It has sums in the period. */
  readonly isPresent: boolean;
}

/** Which values are ranked, and how many. */
export interface RankLimits extends Period {
  readonly earlier?: Period;
  /** Those with the highest charges. */
  readonly limit: number;
  /** How many are read in addition, of those whose charges changed most. */
  readonly changed: number;
  /** Only those of users with these ids; `to` is exclusive. */
  readonly users?: { readonly from: number; readonly to: number };
}

/**
 * Memory of Postgres for one ranking: a million users fit into it. Its planner takes them for a few hundred, for which it would divide the
 * work among processes that each add up all of them.
 */
const RANKING_SETTINGS = `SELECT set_config('work_mem', '64MB', true), set_config('max_parallel_workers_per_gather', '0', true)`;

/** Reads the sums of usage by hour, for display. */
@Injectable()
export class CostsRepository {
  constructor(@Inject(ReadDatabase) private readonly database: ReadDatabase | EntityManager) {}

  /** Runs several statements that see the same sums, and may take much memory. */
  atOneMoment<T>({ answer }: CostScope, run: (stored: CostsRepository) => Promise<T>): Promise<T> {
    const read = async (manager: EntityManager) => {
      await manager.query(RANKING_SETTINGS);
      return run(new CostsRepository(manager));
    };
    const { database } = this;
    return database instanceof ReadDatabase
      ? database.transaction('REPEATABLE READ', read, answer)
      : database.transaction('REPEATABLE READ', read);
  }

  /**
   * Sums by one or two dimensions and purchase price. Values beyond `shown`, those with the lowest charges, are one, of each time if a
   * dimension is one.
   */
  cells(scope: CostScope, { from, to, by, thenBy, days, shown }: CellQuery): Promise<Cell[]> {
    const parameters = new Parameters();
    const dimensions = thenBy === undefined ? [by] : [by, thenBy];
    const source = costSource(scope, dimensions, [{ from, to }], parameters);
    const columns = dimensions.map((each) => `${valueOf(each, parameters, days)} AS ${columnOf(each)}`);
    return this.read(
      `WITH base AS (
         SELECT ${columns.join(', ')}, ${source.span} AS span, ${SUMS} ${source.from}
         GROUP BY ${[...columns, 'span'].map((_column, index) => index + 1).join(', ')})
       ${cellsOf('base', dimensions, dimensions, shown, parameters)}`,
      parameters,
      scope,
    );
  }

  /** The sums of a period by purchase price. */
  total(scope: CostScope, period: Period): Promise<Cell[]> {
    const parameters = new Parameters();
    const source = costSource(scope, [], [period], parameters);
    return this.read(
      `SELECT NULL AS by, NULL AS "thenBy", ${source.span} AS span, ${SUMS} ${source.from} GROUP BY 3`,
      parameters,
      scope,
    );
  }

  /** All that an answer shows of these sums, which are read once: months have many. */
  async compared(scope: CostScope, query: ComparedQuery): Promise<ComparedCells> {
    const { by, thenBy, earlier, movedBy, series, days } = query;
    const parameters = new Parameters();
    const shown = thenBy === undefined ? [by] : [by, thenBy];
    const all = [...new Set([...shown, movedBy, ...(series ? [series.by] : [])])];
    const source = costSource(scope, all, [earlier, query], parameters);
    const isEarlier = `u.at < ${parameters.add(query.from)}`;
    const columns = all.map((each) => {
      const value = valueOf(each, parameters, days);
      // The period before is compared as a whole.
      return `${isTimeDimension(each) ? `CASE WHEN NOT ${isEarlier} THEN ${value} END` : value} AS ${columnOf(each)}`;
    });
    const quota = (of: string) => `coalesce(sum(quota) FILTER (WHERE ${of}), 0)::bigint`;
    const isCompared = `place <= ${parameters.add(query.compared)} ${by === movedBy ? 'OR key IN (SELECT by FROM cells)' : ''}`;
    const rows = await this.read<Cell & { part: keyof ComparedCells }>(
      `WITH base AS MATERIALIZED (
         SELECT ${isEarlier} AS earlier, ${columns.join(', ')}, ${source.span} AS span, ${SUMS} ${source.from}
         GROUP BY ${['earlier', ...columns, 'span'].map((_column, index) => index + 1).join(', ')}),
       now AS (SELECT * FROM base WHERE NOT earlier),
       cells AS MATERIALIZED (${cellsOf('now', all, shown, query.shown, parameters)}),
       changed AS (
         SELECT *, row_number() OVER (ORDER BY abs(now - before) DESC, key) AS place
         FROM (
           SELECT ${columnOf(movedBy)}::text AS key, ${quota('NOT earlier')} AS now, ${quota('earlier')} AS before
           FROM base GROUP BY ${columnOf(movedBy)}) sums)
       SELECT 'cells' AS part, cells.* FROM cells
       UNION ALL
       SELECT 'before', NULL, NULL, span, ${ADDED} FROM base WHERE earlier GROUP BY span
       UNION ALL
       SELECT 'changes', CASE WHEN ${isCompared} THEN key END AS key, half.name, 0, ${QUOTA_ALONE}
       FROM changed CROSS JOIN LATERAL (VALUES ('now', now), ('before', before)) AS half (name, quota) GROUP BY 2, 3
       ${
         series
           ? `UNION ALL
              SELECT 'series', series.*
              FROM (${cellsOf('now', all, [series.by, movedBy], series.values, parameters)}) series`
           : ''
       }`,
      parameters,
      scope,
    );
    const of = (name: keyof ComparedCells) => rows.filter((row) => row.part === name);
    return {
      cells: of('cells'),
      before: of('before'),
      changes: movementsFrom(of('changes')),
      series: of('series'),
    };
  }

  /**
   * The values, or pairs of values, with the highest charges.
   * @param dimensions one or two that are no times
   */
  ranked(
    scope: CostScope,
    dimensions: readonly CostDimension[],
    { from, to, earlier, limit, changed, users }: RankLimits,
  ): Promise<RankedKey[]> {
    const parameters = new Parameters();
    const periods = [...(earlier ? [earlier] : []), { from, to }];
    const source = rankSource(scope, dimensions, periods, parameters);
    const ofUsers = users
      ? `AND u.user_id >= ${parameters.add(users.from)} AND u.user_id < ${parameters.add(users.to)}`
      : '';
    const begin = parameters.add(from);
    const [first, second] = dimensions.map((each) => valueOf(each, parameters, []));
    const quota = (of: string) => `coalesce(sum(u.quota) FILTER (WHERE u.at ${of} ${begin}), 0)::bigint`;
    const isOfToken = dimensions.includes('token');
    return this.read(
      `WITH sums AS MATERIALIZED (
         SELECT ${first} AS first, ${second ?? 'NULL'} AS second, ${isOfToken ? 'max(u.user_id)' : 'NULL::bigint'} AS user_id,
           ${quota('>=')} AS now, ${quota('<')} AS before,
           sum(u.requests) FILTER (WHERE u.at >= ${begin}) AS requests, bool_or(u.at >= ${begin}) AS present
         ${source} ${ofUsers} GROUP BY 1, 2),
       ranked AS (
         (SELECT * FROM sums WHERE present ORDER BY now DESC, requests DESC, first, second LIMIT ${parameters.add(limit)})
         UNION
         (SELECT * FROM sums ORDER BY abs(now - before) DESC, first::text LIMIT ${parameters.add(changed)}))
       SELECT first::text AS by, second::text AS "thenBy", user_id AS "userId", now, before, present AS "isPresent"
       FROM ranked ORDER BY present DESC, now DESC, requests DESC, first, second`,
      parameters,
      scope,
    );
  }

  /** The highest id of a user; 0 if there is none. */
  async highestUser(): Promise<number> {
    const [row]: { id: number | null }[] = await this.database.query('SELECT max(id) AS id FROM users');
    return row?.id ?? 0;
  }

  /** Failed requests by the dimensions; undefined where they are not counted by them. */
  async errors(
    scope: CostScope,
    { from, to, by, thenBy, days }: CellQuery,
  ): Promise<CellErrors[] | undefined> {
    const parameters = new Parameters();
    const dimensions = thenBy === undefined ? [by] : [by, thenBy];
    const source = errorSource(scope, dimensions, parameters);
    if (source === undefined) return undefined;
    const values = dimensions.map((each) => `${valueOf(each, parameters, days)}::text`);
    return this.read(
      `SELECT ${values[0]} AS by, ${values[1] ?? 'NULL'} AS "thenBy", sum(u.upstream_error + u.cut)::bigint AS errors
       ${source} AND u.at >= ${parameters.add(from)} AND u.at < ${parameters.add(to)} AND u.upstream_error + u.cut > 0
       GROUP BY 1, 2`,
      parameters,
      scope,
    );
  }

  /**
   * Charges since the beginning of a month and within the latest days.
   * @param month beginning, Unix seconds
   * @param to end of the latest hour
   * @returns `recentFrom`: the first hour of the latest days with a charge
   */
  async spending(
    scope: CostScope,
    { month, recent, to }: { month: number; recent: number; to: number },
  ): Promise<{ spent: number; recent: number; recentFrom: number | null }> {
    const parameters = new Parameters();
    const whole = { ...scope, spans: [] };
    const [first, second] = month < recent ? [month, recent] : [recent, month];
    const periods = [
      { from: first, to: second },
      { from: second, to },
    ];
    const source = costSource(whole, [], periods, parameters);
    const [monthFrom, recentFrom] = [parameters.add(month), parameters.add(recent)];
    const [sums] = await this.read<{ spent: number; recent: number }>(
      `SELECT coalesce(sum(u.quota) FILTER (WHERE u.at >= ${monthFrom}), 0)::bigint AS spent,
         coalesce(sum(u.quota) FILTER (WHERE u.at >= ${recentFrom}), 0)::bigint AS recent ${source.from}`,
      parameters,
      scope,
    );
    const earliest = new Parameters();
    const hours = costSource({ ...whole, summedDays: [] }, [], [{ from: recent, to }], earliest);
    const [charged] = await this.read<{ at: number }>(
      `SELECT u.at AS at ${hours.from} AND u.quota > 0 ORDER BY u.at LIMIT 1`,
      earliest,
      scope,
    );
    return { spent: sums?.spent ?? 0, recent: sums?.recent ?? 0, recentFrom: charged?.at ?? null };
  }

  /**
   * Both sums of a period, of all users or of one, and since when all hours are counted, at one moment.
   * @returns `completeFrom`: Unix seconds
   */
  async proof(
    { from, to }: Period,
    userId: number | undefined,
  ): Promise<{ counted: number; ledger: number; completeFrom: number }> {
    const parameters = userId === undefined ? [from, to] : [from, to, userId];
    const ofUser = userId === undefined ? '' : 'AND user_id = $3';
    // The charges of a user's tokens are found by token, whose owner never changes.
    const entries =
      userId === undefined
        ? `SELECT delta FROM ledger_entries WHERE created_at >= $1 AND created_at < $2 AND kind IN (${CHARGE_KINDS})`
        : `SELECT delta FROM tokens t JOIN ledger_entries e ON e.token_id = t.id AND e.token_id <> 0
             AND e.created_at >= $1 AND e.created_at < $2 AND kind IN (${CHARGE_KINDS}) WHERE t.user_id = $3
           UNION ALL
           SELECT delta FROM ledger_entries WHERE user_id = $3 AND (kind <> 'consume' OR token_id = 0) AND token_id = 0
             AND created_at >= $1 AND created_at < $2 AND kind IN (${CHARGE_KINDS})`;
    const [row]: { counted: number; ledger: number; completeFrom: number }[] = await this.database.query(
      `SELECT (SELECT coalesce(sum(quota), 0)::bigint FROM ${userId === undefined ? 'usage_channel_hours' : 'usage_hours'}
               WHERE at >= $1 AND at < $2 ${ofUser}) AS counted,
         (SELECT coalesce(-sum(delta), 0)::bigint FROM (${entries}) entries) AS ledger,
         coalesce((SELECT complete_from FROM usage_rebuilds WHERE id = 1), 0) AS "completeFrom"`,
      parameters,
    );
    return row ?? { counted: 0, ledger: 0, completeFrom: 0 };
  }

  /** Names by id of users or tokens, also of deleted ones. */
  async names(of: 'users' | 'tokens', ids: readonly number[]): Promise<Map<number, string>> {
    const column = of === 'users' ? 'username' : 'name';
    const rows: { id: number; name: string }[] = await this.database.query(
      `SELECT id, ${column} AS name FROM ${of} WHERE id = ANY($1)`,
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private read<Row>(sql: string, { values }: Parameters, { answer }: CostScope): Promise<Row[]> {
    const { database } = this;
    return database instanceof ReadDatabase
      ? database.query(sql, values, answer)
      : database.query(sql, values);
  }
}

/** @param rows `thenBy` says of which of the two periods the charges are */
function movementsFrom(rows: readonly Cell[]): CostMovement[] {
  const byKey = new Map<string | null, { key: string | null; now: number; before: number }>();
  for (const { by: key, thenBy, quota } of rows) {
    const movement = byKey.get(key) ?? { key, now: 0, before: 0 };
    movement[thenBy === 'before' ? 'before' : 'now'] += quota;
    byKey.set(key, movement);
  }
  return [...byKey.values()];
}
