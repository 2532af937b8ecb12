import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  isTimeDimension,
  type CostDimension,
  type CostMovement,
} from '../../contract/resources/costs/costs.js';
import { AMOUNT_COLUMNS } from '../ledger/posting/usage-hours.js';
import { CHARGE_KINDS, type Period } from '../usage-hours/usage-rebuild.repository.js';
import type { Cell, CellErrors } from './cost-rows.js';
import { costSource, errorSource, Parameters, valueOf, type CostScope } from './cost-source.js';

/** Sums of `u`, named as the members of `UsageAmounts`. */
const SUMS = Object.entries(AMOUNT_COLUMNS)
  .map(([name, column]) => `sum(u.${column})::bigint AS "${name}"`)
  .join(', ');
const ADDED = Object.keys(AMOUNT_COLUMNS)
  .map((name) => `sum("${name}")::bigint AS "${name}"`)
  .join(', ');

export interface CellQuery extends Period {
  readonly by: CostDimension;
  readonly thenBy: CostDimension | undefined;
  /** Beginnings of the days. */
  readonly days: readonly number[];
  /** Values, or pairs of them, that are no times and have cells of their own. */
  readonly shown: number;
}

/** Reads the sums of usage by hour. */
@Injectable()
export class CostsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /**
   * Sums by one or two dimensions and purchase price. Values beyond `shown`, those with the lowest charges, are one, of each time if a
   * dimension is one.
   */
  cells(scope: CostScope, { from, to, by, thenBy, days, shown }: CellQuery): Promise<Cell[]> {
    const parameters = new Parameters();
    const dimensions = thenBy === undefined ? [by] : [by, thenBy];
    const source = costSource(scope, dimensions, [{ from, to }], parameters);
    const values = dimensions.map((each) => valueOf(each, parameters, days));
    const ranked = dimensions.flatMap((each, index) => (isTimeDimension(each) ? [] : [`d${index}`]));
    const cells = `
      SELECT ${values.map((value, index) => `${value} AS d${index}`).join(', ')}, ${source.span} AS span, ${SUMS}
      ${source.from} GROUP BY ${[...values, 'span'].map((_value, index) => index + 1).join(', ')}`;
    if (ranked.length === 0)
      return this.read(`SELECT d0 AS by, NULL AS "thenBy", c.* FROM (${cells}) c`, parameters);
    const keys = ranked.join(', ');
    const limit = parameters.add(shown);
    const column = (index: number) => {
      const dimension = dimensions[index];
      if (dimension === undefined) return 'NULL';
      return isTimeDimension(dimension) ? `d${index}` : `CASE WHEN place <= ${limit} THEN d${index} END`;
    };
    // Windows instead of a join with the ranking: without statistics of the cells, the join would compare each with each.
    return this.read(
      `WITH cells AS (${cells}),
       weighed AS (
         SELECT *, sum(quota) OVER same AS all_quota, sum(requests) OVER same AS all_requests
         FROM cells WINDOW same AS (PARTITION BY ${keys})),
       placed AS (
         SELECT *, dense_rank() OVER (ORDER BY all_quota DESC, all_requests DESC, ${keys}) AS place FROM weighed)
       SELECT ${column(0)} AS by, ${column(1)} AS "thenBy", span, ${ADDED} FROM placed GROUP BY 1, 2, 3`,
      parameters,
    );
  }

  /** The sums of a period by purchase price. */
  total(scope: CostScope, period: Period): Promise<Cell[]> {
    const parameters = new Parameters();
    const source = costSource(scope, [], [period], parameters);
    return this.read(
      `SELECT NULL AS by, NULL AS "thenBy", ${source.span} AS span, ${SUMS} ${source.from} GROUP BY 3`,
      parameters,
    );
  }

  /**
   * Charges by the values of a dimension, now and in the period before, which is as long. Values beyond `limit`, those with the
   * lowest charges, are one with the key null.
   */
  changes(
    scope: CostScope,
    { from, to }: Period,
    dimension: CostDimension,
    limit: number,
  ): Promise<CostMovement[]> {
    const parameters = new Parameters();
    const periods = [
      { from: from - (to - from), to: from },
      { from, to },
    ];
    const source = costSource({ ...scope, spans: [] }, [dimension], periods, parameters);
    const begin = parameters.add(from);
    return this.read(
      `WITH changes AS (
         SELECT ${valueOf(dimension, parameters, [])} AS key,
           coalesce(sum(u.quota) FILTER (WHERE u.at >= ${begin}), 0)::bigint AS now,
           coalesce(sum(u.quota) FILTER (WHERE u.at < ${begin}), 0)::bigint AS before
         ${source.from} GROUP BY 1),
       placed AS (SELECT *, row_number() OVER (ORDER BY greatest(now, before) DESC, key) AS place FROM changes)
       SELECT CASE WHEN place <= ${parameters.add(limit)} THEN key END AS key, sum(now)::bigint AS now,
         sum(before)::bigint AS before FROM placed GROUP BY 1`,
      parameters,
    );
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
    const values = dimensions.map((each) => valueOf(each, parameters, days));
    return this.read(
      `SELECT ${values[0]} AS by, ${values[1] ?? 'NULL'} AS "thenBy", sum(u.upstream_error + u.cut)::bigint AS errors
       ${source} AND u.at >= ${parameters.add(from)} AND u.at < ${parameters.add(to)} AND u.upstream_error + u.cut > 0
       GROUP BY 1, 2`,
      parameters,
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
    );
    const earliest = new Parameters();
    const hours = costSource({ ...whole, summedDays: [] }, [], [{ from: recent, to }], earliest);
    const [charged] = await this.read<{ at: number }>(
      `SELECT u.at AS at ${hours.from} AND u.quota > 0 ORDER BY u.at LIMIT 1`,
      earliest,
    );
    return { spent: sums?.spent ?? 0, recent: sums?.recent ?? 0, recentFrom: charged?.at ?? null };
  }

  /** Both sums of a period, of all users or of one, at one moment. */
  async proof(
    { from, to }: Period,
    userId: number | undefined,
  ): Promise<{ counted: number; ledger: number }> {
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
    const [row]: { counted: number; ledger: number }[] = await this.database.query(
      `SELECT (SELECT coalesce(sum(quota), 0)::bigint FROM ${userId === undefined ? 'usage_channel_hours' : 'usage_hours'}
               WHERE at >= $1 AND at < $2 ${ofUser}) AS counted,
         (SELECT coalesce(-sum(delta), 0)::bigint FROM (${entries}) entries) AS ledger`,
      parameters,
    );
    return row ?? { counted: 0, ledger: 0 };
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

  private read<Row>(sql: string, parameters: Parameters): Promise<Row[]> {
    return this.database.query(sql, parameters.values);
  }
}
