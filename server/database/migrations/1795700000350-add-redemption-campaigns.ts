import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The campaign of redemption codes. Servers of the previous release write codes without one. */
export class AddRedemptionCampaigns1795700000350 implements MigrationInterface {
  readonly name = 'AddRedemptionCampaigns1795700000350';

  async up(db: QueryRunner): Promise<void> {
    await db.query("ALTER TABLE redemptions ADD COLUMN campaign text NOT NULL DEFAULT ''");
    await db.query(`CREATE INDEX redemptions_campaign ON redemptions (campaign, id)
      WHERE deleted_at IS NULL AND campaign <> ''`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE redemptions DROP COLUMN campaign');
  }
}
