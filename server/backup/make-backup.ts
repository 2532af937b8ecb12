import type { Redis } from 'ioredis';
import type pg from 'pg';
import { FORMAT, BackupRefused, type Manifest, type TableFile } from './backup-format.js';
import { BackupRepository, type Table } from './backup.repository.js';
import { journalPosted } from '../billing/ledger/posting/journal-drain.js';
import { backupName, type NewBackup } from './places/backup-place.js';
import { writeRows } from './table-files.js';

export interface BackupTarget {
  /** Begins the backup under its name. */
  readonly begin: (name: string) => Promise<NewBackup>;
  /** Public key of age. */
  readonly recipient: string | undefined;
  readonly release: string;
  readonly report: (line: string) => void;
}

/** A complete backup. */
export interface FinishedBackup {
  /** Path or address. */
  readonly name: string;
  readonly at: Date;
}

/**
 * Writes all tables, as they are at one moment, to files in a place that is named after it.
 * @param redis of the installation, whose charges are posted first
 * @throws BackupRefused
 */
export async function makeBackup(
  client: pg.Client,
  redis: Redis,
  target: BackupTarget,
): Promise<FinishedBackup> {
  await journalPosted(redis);
  const stored = new BackupRepository(client);
  const at = await stored.begin();
  const migrations = await stored.migrations();
  if (!migrations) throw new BackupRefused('the database has no tables: it was never migrated');
  const backup = await target.begin(backupName(at));
  try {
    const tables: TableFile[] = [];
    for (const table of await stored.tables()) tables.push(await writeTable(stored, table, backup, target));
    const [secretCheck = null, ...otherSecretChecks] = await stored.secretChecks();
    const manifest: Manifest = {
      format: FORMAT,
      release: target.release,
      at: at.toISOString(),
      installation: await stored.installation(),
      secretCheck,
      otherSecretChecks,
      migrations,
      isEncrypted: target.recipient !== undefined,
      tables,
      sequences: await stored.sequences(),
    };
    await stored.end();
    await backup.complete(`${JSON.stringify(manifest, null, 2)}\n`);
  } catch (error) {
    // Each failed run of a nightly backup would leave the size of the database, until the disk is full.
    await backup.discard();
    throw error;
  }
  return { name: backup.name, at };
}

async function writeTable(
  stored: BackupRepository,
  table: Table,
  backup: NewBackup,
  { recipient, report }: BackupTarget,
): Promise<TableFile> {
  const file = `${table.name}.copy.gz${recipient === undefined ? '' : '.age'}`;
  const rows = stored.rows(table);
  const sum = await writeRows(backup, { file, rows, recipient });
  if (rows.rowCount > 0) report(`${table.name}: ${rows.rowCount} rows`);
  return { ...table, rows: rows.rowCount, file, ...sum };
}
