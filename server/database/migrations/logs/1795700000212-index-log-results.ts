import { IndexMigration } from '../../index-migration.js';

/**
 * Charged requests whose first data took three seconds or longer, and those that were answered after a call had failed: few of
 * very many. The conditions are those of `billing/logs/log-results.ts`. They are evaluated for every row that is written, so
 * they search for bytes instead of patterns: 1.3 µs together, where a regular expression and two LIKE took 12.
 */
export class IndexLogResults1795700000212 extends IndexMigration {
  readonly name = 'IndexLogResults1795700000212';
  readonly indexes = [
    {
      name: 'logs_slow',
      table: 'logs',
      columns: `(created_at, id)
       WHERE type = 2 AND lpad(split_part(split_part(other, '"frt":', 2), ',', 1), 9) >= '     3000' COLLATE "C"`,
    },
    {
      name: 'logs_rescued',
      table: 'logs',
      columns: `(created_at, id)
       WHERE type = 2 AND strpos(other, '"failures":[{') > 0 AND strpos(other, '"stream_status":{"status":"error"') = 0`,
    },
  ];
}
