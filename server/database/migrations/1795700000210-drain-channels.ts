import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/**
 * Until when a channel gets no new requests, Unix seconds; 0 = it gets them. Servers of the previous release do not read the
 * column: they send requests to drained channels.
 */
export class DrainChannels1795700000210 implements Migration {
  readonly name = 'DrainChannels1795700000210';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE channels ADD COLUMN drained_until bigint NOT NULL DEFAULT 0');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE channels DROP COLUMN drained_until');
  }
}
