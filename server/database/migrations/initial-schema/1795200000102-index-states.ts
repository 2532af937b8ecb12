import type { QueryRunner } from 'typeorm';
import type { Migration } from '../../migration.js';

/** Indexes for lists filtered by status or role, newest first (docs/scale.md). */
export class IndexStates1795200000102 implements Migration {
  readonly name = 'IndexStates1795200000102';
  readonly phase = 'expand';

  async up(db: QueryRunner): Promise<void> {
    // GET /api/user/?status: the few banned or deleted users among many others.
    await db.query('CREATE INDEX users_status ON users (status, id) WHERE deleted_at IS NULL');
    await db.query('CREATE INDEX users_deleted ON users (id) WHERE deleted_at IS NOT NULL');
    // GET /api/user/?role: administrators.
    await db.query('CREATE INDEX users_role ON users (role, id)');
    // GET /api/redemption/?status: index-only counts, and index-only scans to distant pages.
    await db.query('CREATE INDEX redemptions_status ON redemptions (status, id) WHERE deleted_at IS NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX users_status, users_deleted, users_role, redemptions_status');
  }
}
