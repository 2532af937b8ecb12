import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import type { Vault } from '../core/crypto.js';
import { ensurePartitions, ensurePeriods, PARTITIONED, periodNamed } from '../database/partitions.js';
import { knownReleases, markRelease } from '../database/release-check.js';
import { releaseRefusal } from '../database/release-order.js';
import { BackupRefused, MANIFEST, parseManifest, type Manifest, type TableFile } from './backup-format.js';
import { BackupRepository } from './backup.repository.js';
import type { StoredBackup } from './places/backup-place.js';
import { RestoreRepository } from './restore.repository.js';
import { checkFile, openRows } from './table-files.js';

/** Tables of accounts and money: a database where one of them has rows belongs to an installation. */
const OCCUPIED = ['users', 'ledger_entries', 'logs', 'channels'];

export interface RestoreSource {
  readonly backup: StoredBackup;
  /** Private key of age. */
  readonly identity: string | undefined;
  readonly vault: Vault;
  readonly report: (line: string) => void;
}

/** A database that is restored into. */
export interface RestoreTarget {
  readonly client: pg.Client;
  /** @param names of migrations; undefined: all of this release */
  readonly openDatabase: (names?: readonly string[]) => Promise<DataSource>;
}

/**
 * Checks a backup whole, makes the tables as they were, fills them in one transaction, and applies the migrations that are newer than the
 * backup. What fails before the end leaves no rows, and can be tried again.
 * @throws BackupRefused
 */
export async function restoreBackup(source: RestoreSource, target: RestoreTarget): Promise<Manifest> {
  const manifest = await readManifest(source.backup);
  requireSecrets(manifest, source.vault);
  const refusal = releaseRefusal(
    knownReleases,
    { applied: new Set(manifest.migrations), migratedBy: undefined },
    'backup',
  );
  if (refusal !== undefined) throw new BackupRefused(refusal);
  if (manifest.isEncrypted && source.identity === undefined)
    throw new BackupRefused('the backup is encrypted: name the file of its key with --identity');
  const stored = new RestoreRepository(target.client);
  for (const name of OCCUPIED)
    if (await stored.hasRows(name))
      throw new BackupRefused(`the database is in use: its table ${name} has rows. Name an empty one`);
  for (const table of manifest.tables) await checkFile(source.backup, table);
  source.report(`the files of ${manifest.tables.length} tables are whole`);
  await makeTables(manifest, target);
  await stored.begin();
  try {
    for (const table of await stored.inOrder(manifest.tables)) await fill(stored, table, source);
    await stored.continueSequences(manifest.sequences);
    await stored.commit();
  } catch (error) {
    await stored.rollback().catch(() => undefined);
    throw error;
  }
  const database = await target.openDatabase();
  try {
    const applied = await database.runMigrations();
    if (applied.length > 0)
      source.report(`${applied.length} migrations applied that the backup did not have`);
    await markRelease(database);
    await ensurePartitions(database, new Date());
  } finally {
    await database.destroy();
  }
  await stored.analyze();
  return manifest;
}

async function readManifest(backup: StoredBackup): Promise<Manifest> {
  const content = await backup
    .read(MANIFEST)
    .then(text)
    .catch((error: unknown) => {
      throw new BackupRefused(`${backup.name} is no complete backup: ${String(error)}`);
    });
  return parseManifest(content);
}

function requireSecrets({ secretCheck, otherSecretChecks }: Manifest, vault: Vault): void {
  if (secretCheck === null) return;
  try {
    for (const sealed of [secretCheck, ...otherSecretChecks]) vault.open(sealed);
  } catch {
    throw new BackupRefused(
      'TOLLGATE_SECRET is not that of the backup: keys and passwords in it could not be read. Set the secret of the installation, or that of the backup as TOLLGATE_SECRET_PREVIOUS',
    );
  }
}

/** The tables as they were at the backup, with the partitions that its rows need. */
async function makeTables(manifest: Manifest, { client, openDatabase }: RestoreTarget): Promise<void> {
  const present = (await new BackupRepository(client).migrations()) ?? [];
  const wanted = new Set(manifest.migrations);
  const unknown = present.filter((name) => !wanted.has(name));
  if (unknown.length > 0)
    throw new BackupRefused(
      `the database was migrated beyond the backup (${unknown[0]}): name a database without tables`,
    );
  const database = await openDatabase(manifest.migrations);
  try {
    const known = new Set(database.migrations.map(({ name }) => name));
    const missing = manifest.migrations.filter((name) => !known.has(name));
    if (missing.length > 0)
      throw new BackupRefused(`the backup was made by a newer release: this one does not know ${missing[0]}`);
    await database.runMigrations();
    for (const table of Object.values(PARTITIONED)) {
      const saved = manifest.tables.find(({ name }) => name === table.name)?.partitions ?? [];
      await ensurePeriods(
        database,
        table,
        saved.map((name) => periodNamed(name)),
      );
    }
  } finally {
    await database.destroy();
  }
}

async function fill(stored: RestoreRepository, table: TableFile, source: RestoreSource): Promise<void> {
  if (await stored.hasRows(table.name)) await stored.clear(table.name);
  // Opened first: once Postgres waits for rows, it takes no other statement.
  const content = await openRows(source.backup, table, source.identity);
  const rows = stored.rows(table);
  await pipeline(...content, rows);
  if (rows.rowCount !== table.rows)
    throw new BackupRefused(`${table.name} has ${rows.rowCount} rows, ${table.rows} were saved`);
  if (table.rows > 0) source.report(`${table.name}: ${table.rows} rows`);
}
