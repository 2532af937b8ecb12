import type { Redis } from 'ioredis';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { FORMAT, MANIFEST, PARTIAL, BackupRefused, type Manifest, type TableFile } from './backup-format.js';
import { BackupRepository, type Table } from './backup.repository.js';
import { journalPosted } from '../billing/ledger/posting/journal-drain.js';
import { writeRows } from './table-files.js';

export interface BackupTarget {
  /** Folder in which the folder of the backup is made. */
  readonly to: string;
  /** Public key of age. */
  readonly recipient: string | undefined;
  readonly release: string;
  readonly report: (line: string) => void;
}

/** A complete backup. */
export interface FinishedBackup {
  readonly folder: string;
  readonly at: Date;
}

/**
 * Writes all tables, as they are at one moment, to a folder that is named after it. It has its name only once it is complete.
 * @param redis of the installation, whose charges are posted first
 * @returns path of the folder, and the moment
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
  const folder = path.join(target.to, `tollgate-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  const partial = `${folder}${PARTIAL}`;
  await mkdir(target.to, { recursive: true });
  await mkdir(partial, { mode: 0o700 });
  try {
    const tables: TableFile[] = [];
    for (const table of await stored.tables()) tables.push(await writeTable(stored, table, partial, target));
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
    await writeWhole(path.join(partial, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    await rename(partial, folder);
  } catch (error) {
    // Each failed run of a nightly backup would leave the size of the database, until the disk is full.
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  await synced(target.to);
  return { folder, at };
}

async function writeTable(
  stored: BackupRepository,
  table: Table,
  folder: string,
  { recipient, report }: BackupTarget,
): Promise<TableFile> {
  const file = `${table.name}.copy.gz${recipient === undefined ? '' : '.age'}`;
  const rows = stored.rows(table);
  const sum = await writeRows(path.join(folder, file), rows, recipient);
  if (rows.rowCount > 0) report(`${table.name}: ${rows.rowCount} rows`);
  return { ...table, rows: rows.rowCount, file, ...sum };
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name in a folder outlives a crash of the machine only once the folder is on disk. */
async function synced(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
