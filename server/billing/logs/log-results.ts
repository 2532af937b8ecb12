import { LogType } from '../../contract/enums.js';
import { MIN_SLOW_MS, type LogResult } from '../../contract/resources/logs/log.js';

/*
 * Conditions on the details of charges, which are JSON without spaces. Partial indexes have the rows that meet them
 * (1795700000212): Postgres uses an index only where a query repeats its condition word by word.
 */

/** Quotes inside JSON strings are escaped, so that no text of a provider matches. */
const RESCUED = `type = ${LogType.consumption} AND strpos(other, '"failures":[{') > 0
  AND strpos(other, '"stream_status":{"status":"error"') = 0`;
/**
 * All charges with first data at or after `MIN_SLOW_MS`, and a few others if the number is the last member or has decimals. Numbers
 * are compared as texts of nine characters, because this runs for every row that is written and a cast may fail.
 */
const SLOW = `type = ${LogType.consumption}
  AND lpad(split_part(split_part(other, '"frt":', 2), ',', 1), 9) >= '${String(MIN_SLOW_MS).padStart(9)}' COLLATE "C"`;
const FIRST_DATA_MS = `(substring(other FROM '"frt":([0-9]{1,9})'))::integer`;

/** @param slowMs a whole number */
export function resultCondition(result: LogResult, slowMs: number): string {
  switch (result) {
    case 'failed':
      return `type = ${LogType.error}`;
    case 'rescued':
      return RESCUED;
    case 'slow':
      return `${SLOW} AND ${FIRST_DATA_MS} >= ${Math.trunc(slowMs)}`;
  }
}
