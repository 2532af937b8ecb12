import type { MigrationInterface, QueryRunner } from 'typeorm';
import { Vault } from '../../core/crypto.js';
import { readEnv } from '../../core/env.js';

const BATCH = 1000;

/** Encrypts redemption codes, so that they cannot be redeemed from a copy of the database. */
export class SealRedemptionCodes1795300000011 implements MigrationInterface {
  readonly name = 'SealRedemptionCodes1795300000011';

  async up(db: QueryRunner): Promise<void> {
    await db.query('ALTER TABLE redemptions ADD COLUMN key_hash text');
    await db.query('DROP INDEX redemptions_key');
    await rewrite(
      db,
      "SELECT id, key FROM redemptions WHERE id > $1 AND key NOT LIKE 'v1:%'",
      (vault, key) => ({
        key: vault.seal(key),
        hash: vault.lookupHash(key),
      }),
    );
    await db.query('CREATE UNIQUE INDEX redemptions_key_hash ON redemptions (key_hash)');
    // Rows imported by hand have no hash and are found by the plain-text code.
    await db.query('CREATE UNIQUE INDEX redemptions_open_key ON redemptions (key) WHERE key_hash IS NULL');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX redemptions_open_key');
    await db.query('DROP INDEX redemptions_key_hash');
    await rewrite(db, 'SELECT id, key FROM redemptions WHERE id > $1', (vault, key) => ({
      key: vault.open(key),
      hash: null,
    }));
    await db.query('ALTER TABLE redemptions DROP COLUMN key_hash');
    await db.query('CREATE UNIQUE INDEX redemptions_key ON redemptions (key)');
  }
}

async function rewrite(
  db: QueryRunner,
  query: string,
  change: (vault: Vault, key: string) => { key: string; hash: string | null },
): Promise<void> {
  let vault: Vault | undefined;
  for (let last = 0; ;) {
    const rows: { id: number; key: string }[] = await db.query(`${query} ORDER BY id LIMIT ${BATCH}`, [last]);
    if (rows.length === 0) return;
    vault ??= new Vault(readEnv().TOLLGATE_SECRET);
    const changed = rows.map(({ key }) => change(vault!, key));
    await db.query(
      `UPDATE redemptions SET key = given.key, key_hash = given.hash
       FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (id, key, hash)
       WHERE redemptions.id = given.id`,
      [rows.map(({ id }) => id), changed.map(({ key }) => key), changed.map(({ hash }) => hash)],
    );
    last = Number(rows.at(-1)!.id);
  }
}
