import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Requests by minute and by hour. Servers of the previous release do not use the tables. */
export class CreateRequestStatistics1795700000160 implements Migration {
  readonly name = 'CreateRequestStatistics1795700000160';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    for (const table of ['request_minutes', 'request_hours'])
      // No index but the key, and room in each page: rows of the current minute are updated in place.
      await db.query(`CREATE TABLE ${table} (
        at bigint NOT NULL,
        channel_id integer NOT NULL,
        key_index integer NOT NULL,
        model text NOT NULL,
        ok bigint NOT NULL,
        rescued bigint NOT NULL,
        client_error bigint NOT NULL,
        limited bigint NOT NULL,
        upstream_error bigint NOT NULL,
        cut bigint NOT NULL,
        aborted bigint NOT NULL,
        attempts bigint NOT NULL,
        failures bigint NOT NULL,
        rate_limited bigint NOT NULL,
        input_tokens bigint NOT NULL,
        cached_tokens bigint NOT NULL,
        cache_write_tokens bigint NOT NULL,
        output_tokens bigint NOT NULL,
        quota bigint NOT NULL,
        streak integer NOT NULL,
        first_token integer[] NOT NULL,
        duration integer[] NOT NULL,
        PRIMARY KEY (at, channel_id, key_index, model)) WITH (fillfactor = 70)`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP TABLE request_hours');
    await db.query('DROP TABLE request_minutes');
  }
}
