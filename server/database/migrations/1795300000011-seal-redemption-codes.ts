import type { QueryRunner } from 'typeorm';
import { SEALING, unsealAll } from '../../billing/redemptions/code-sealing.repository.js';
import { vaultOf } from '../../core/crypto.js';
import { readEnv } from '../../core/env.js';
import { postponeStep } from '../../core/postgres/postponed-steps.js';
import type { LongStep, Migration } from '../migration.js';

/**
 * Makes room for encrypted redemption codes. The codes that exist are encrypted a day later by the worker, because servers of
 * the release before find a code by its plain text.
 */
export class SealRedemptionCodes1795300000011 implements Migration {
  readonly name = 'SealRedemptionCodes1795300000011';
  readonly phase = 'expand';
  readonly longSteps: readonly LongStep[] = [
    { table: 'redemptions', action: 'builds an index', blocks: 'reads and writes' },
  ];

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE redemptions ADD COLUMN key_hash text');
    await db.query('DROP INDEX redemptions_key');
    await db.query('CREATE UNIQUE INDEX redemptions_key_hash ON redemptions (key_hash)');
    // Codes that are not encrypted yet, and rows imported by hand.
    await db.query('CREATE UNIQUE INDEX redemptions_open_key ON redemptions (key) WHERE key_hash IS NULL');
    await postponeStep(db, SEALING);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX redemptions_open_key');
    await db.query('DROP INDEX redemptions_key_hash');
    const [{ count }] = (await db.query(
      'SELECT count(*)::int AS count FROM redemptions WHERE key_hash IS NOT NULL',
    )) as [{ count: number }];
    if (count > 0) await unsealAll(db, vaultOf(readEnv()));
    await db.query('ALTER TABLE redemptions DROP COLUMN key_hash');
    await db.query('CREATE UNIQUE INDEX redemptions_key ON redemptions (key)');
    await db.query('DELETE FROM postponed_steps WHERE name = $1', [SEALING]);
  }
}
