import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last failures of a channel: few of its rows, among very many charges. */
export class IndexChannelErrors1795700000211 implements MigrationInterface {
  readonly name = 'IndexChannelErrors1795700000211';

  async up(db: QueryRunner): Promise<void> {
    await db.query('CREATE INDEX logs_channel_errors ON logs (channel_id, created_at, id) WHERE type = 5');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX logs_channel_errors');
  }
}
