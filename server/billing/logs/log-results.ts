import { LogType } from '../../contract/enums.js';
import { MIN_SLOW_MS, type LogResult } from '../../contract/resources/log.js';

/*
 * Conditions on the details of charges, which are JSON without spaces. Partial indexes have the rows that meet them
 * (1795700000212): Postgres uses an index only where a query repeats its condition word by word.
 */

/** Quotes inside JSON strings are escaped, so that no text of a provider matches. */
const RESCUED = `type = ${LogType.consumption} AND other LIKE '%"failures":[{%'
  AND other NOT LIKE '%"stream_status":{"status":"error"%'`;
const FIRST_DATA_MS = `(substring(other FROM '"frt":([0-9]{1,9})'))::integer`;

/** @param slowMs a whole number */
export function resultCondition(result: LogResult, slowMs: number): string {
  switch (result) {
    case 'failed':
      return `type = ${LogType.error}`;
    case 'rescued':
      return RESCUED;
    case 'slow':
      return `type = ${LogType.consumption} AND ${FIRST_DATA_MS} >= ${MIN_SLOW_MS} AND ${FIRST_DATA_MS} >= ${Math.trunc(slowMs)}`;
  }
}
