import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/**
 * Balances of channels as providers report them: `[{"amount":73,"unit":"CNY"}]`. Servers of the previous release do not use
 * the column; what they write to `balance` has the provider's unit until the next update.
 */
export class ChannelBalances1795700000110 implements Migration {
  readonly name = 'ChannelBalances1795700000110';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE channels ADD COLUMN balances jsonb');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE channels DROP COLUMN balances');
  }
}
