import type { EntityManager, QueryRunner } from 'typeorm';
import type { Vault } from '../../core/crypto.js';

/** Name of the postponed step that encrypts the codes of earlier releases. */
export const SEALING = 'seal-redemption-codes';

const BATCH = 1000;

type Queries = Pick<EntityManager, 'query'> | Pick<QueryRunner, 'query'>;

/** Encrypts all codes that are plain text. @returns their number */
export function sealAll(db: Queries, vault: Vault): Promise<number> {
  return rewrite(db, "key_hash IS NULL AND key NOT LIKE 'v1:%'", (key) => ({
    key: vault.seal(key),
    hash: vault.lookupHash(key),
  }));
}

/** Decrypts all codes. @returns their number */
export function unsealAll(db: Queries, vault: Vault): Promise<number> {
  return rewrite(db, 'TRUE', (key) => ({ key: vault.open(key), hash: null }));
}

async function rewrite(
  db: Queries,
  which: string,
  change: (key: string) => { key: string; hash: string | null },
): Promise<number> {
  let changed = 0;
  for (let last = 0; ;) {
    const rows: { id: number; key: string }[] = await db.query(
      `SELECT id, key FROM redemptions WHERE id > $1 AND ${which} ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
      [last],
    );
    if (rows.length === 0) return changed;
    const made = rows.map(({ key }) => change(key));
    await db.query(
      `UPDATE redemptions SET key = given.key, key_hash = given.hash
       FROM unnest($1::bigint[], $2::text[], $3::text[]) AS given (id, key, hash)
       WHERE redemptions.id = given.id`,
      [rows.map(({ id }) => id), made.map(({ key }) => key), made.map(({ hash }) => hash)],
    );
    changed += rows.length;
    last = Number(rows.at(-1)!.id);
  }
}
