import { LogType } from '../../contract/enums.js';
import { requestTime } from '../../core/ids.js';
import { MAX_REQUEST_SECONDS } from '../ledger/journal-entry.js';

/** A SQL condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly parameters: unknown[];
}

/**
 * Condition for the row of a request's charge. The log has no index on request ids, but the ledger has, and the entry of the
 * request contains the time of its row. The range of possible times limits the partitions that Postgres reads.
 * @param first number of its first parameter
 * @returns undefined for an invalid id
 */
export function chargeOfRequest(id: string, first = 1): Condition | undefined {
  const begun = requestTime(id);
  if (begun === undefined) return undefined;
  const [request, from, to] = [`$${first}`, `$${first + 1}`, `$${first + 2}`];
  return {
    sql: `request_id = ${request} AND created_at BETWEEN ${from} AND ${to} AND created_at IN (
      SELECT CASE WHEN settled_at > 0 THEN settled_at ELSE created_at END FROM ledger_entries
      WHERE request_id = ${request} AND kind = 'consume' AND created_at BETWEEN ${from} AND ${to})`,
    parameters: [id, begun, begun + MAX_REQUEST_SECONDS],
  };
}

/** Condition for all rows of a request. Those that are not charges have an index. @param first see `chargeOfRequest` */
export function rowsOfRequest(id: string, first: number): Condition {
  const charge = chargeOfRequest(id, first);
  if (!charge) return { sql: 'false', parameters: [] };
  const [request, from, to] = [`$${first}`, `$${first + 1}`, `$${first + 2}`];
  return {
    sql: `created_at BETWEEN ${from} AND ${to} AND id IN (
      SELECT id FROM logs WHERE type <> ${LogType.consumption} AND request_id <> '' AND request_id = ${request}
        AND created_at BETWEEN ${from} AND ${to}
      UNION ALL SELECT id FROM logs WHERE type = ${LogType.consumption} AND ${charge.sql})`,
    parameters: charge.parameters,
  };
}
