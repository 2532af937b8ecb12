import type { QueryRunner } from 'typeorm';
import type { Migration } from '../migration.js';

/** The campaign of redemption codes. Servers of the previous release write codes without one. */
export class AddRedemptionCampaigns1795700000350 implements Migration {
  readonly name = 'AddRedemptionCampaigns1795700000350';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    await db.query("ALTER TABLE redemptions ADD COLUMN campaign text NOT NULL DEFAULT ''");
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE redemptions DROP COLUMN campaign');
  }
}
