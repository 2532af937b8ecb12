import type { DataSource, EntityManager } from 'typeorm';
import type { Vault } from '../core/crypto.js';
import { fingerprint } from './fingerprint.js';
import type { ImportArguments } from './import-arguments.js';
import type { ReportEvent } from './import-events.js';
import { ImportRun } from './import-run.js';
import { IMPORT_FORMAT, ImportRepository } from './import.repository.js';
import { noteLines, prove, type Proof } from './proof.js';
import { UnreadableSource, type Source } from './sources/source.js';
import { comparePrices } from './steps/compare-prices.js';
import { importChannels } from './steps/import-channels.js';
import { importGroups, importOptions } from './steps/import-options.js';
import { importLogs, importUsage } from './steps/import-streams.js';
import { importTasks, type TaskTimeouts } from './steps/import-tasks.js';
import { importPurchasePrices } from './steps/import-purchase-prices.js';
import { importRedemptions } from './steps/import-redemptions.js';
import { importTokens } from './steps/import-tokens.js';
import { importTopUps } from './steps/import-top-ups.js';
import { importUsers } from './steps/import-users.js';
import { noteTheRest } from './steps/note-the-rest.js';

export interface ImportSetting {
  readonly args: ImportArguments;
  readonly source: Source;
  /** The source of the log. */
  readonly logs: Source;
  readonly vault: Vault;
  readonly timeouts: TaskTimeouts;
  /** Creates the partitions for rows of the log of these times, Unix seconds. */
  readonly ensureMonths: (times: readonly number[]) => Promise<void>;
  readonly report: (line: string) => void;
  readonly event?: ReportEvent | undefined;
}

/** What a run did. */
export type Imported = Proof & Pick<ImportRun, 'updated'>;

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

/**
 * Imports a source into the database, or continues to. Only rows that no earlier run has dealt with are imported.
 * @throws UnreadableSource
 */
export async function importSource(database: DataSource, setting: ImportSetting): Promise<Imported> {
  if (!setting.args.dryRun) return runImport(setting, undefined, (work) => database.transaction(work));
  let proof: Imported | undefined;
  await database
    .transaction(async (db) => {
      proof = await runImport(setting, db, (work) => work(db));
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (!proof) throw new Error('the dry run did not end');
  return proof;
}

async function runImport(
  setting: ImportSetting,
  dryRun: EntityManager | undefined,
  begin: <T>(work: (db: EntityManager) => Promise<T>) => Promise<T>,
): Promise<Imported> {
  const { args, source, ...options } = setting;
  if (args.update && source.translated?.own?.hasSecrets === false)
    throw new UnreadableSource(
      'the export has no secrets, and --update would remove those that are here: export again --with-secrets',
    );
  const importId = await begin(async (db) => beginImport(db, source, args.as));
  if (!dryRun) setting.event?.({ kind: 'import', id: importId });
  const run = new ImportRun({
    ...options,
    source,
    importId,
    dryRun,
    begin,
    since: args.since,
    update: args.update,
    follow: args.follow,
  });
  const has = (part: Parameters<typeof args.parts.has>[0]) => args.parts.has(part);
  if (has('users')) await importUsers(run);
  if (has('channels')) await importChannels(run);
  if (has('channels') && run.isOwn) await importPurchasePrices(run);
  if (has('options')) await importOptions(run);
  if (has('tokens')) await importTokens(run);
  // In an own installation, a group without a ratio could not be used either.
  if (has('options') && !run.isOwn) await importGroups(run);
  if (has('redemptions')) await importRedemptions(run);
  if (has('top_ups')) await importTopUps(run);
  if (has('quota_data')) await importUsage(run);
  if (has('midjourneys') || has('tasks')) await importTasks(run, setting.timeouts, args.parts);
  if (has('logs')) await importLogs(run);
  await noteTheRest(run);
  // A proof reads all rows on both sides. The last run makes it.
  if (args.follow) {
    const notes = await run.transaction((db) => run.rows.notes(db, importId));
    return { lines: noteLines(notes), isProven: false, updated: run.updated };
  }
  const prices = await comparePrices(run, args.keepPrices);
  const proof = await prove(run);
  const lines = [...proof.lines, ...prices];
  await run.transaction((db) => run.rows.saveProof(db, importId, { lines, isProven: proof.isProven }));
  return { lines, isProven: proof.isProven, updated: run.updated };
}

/** @returns the id of the import @throws UnreadableSource if it is unclear whether the source was imported before */
async function beginImport(db: EntityManager, source: Source, name: string | undefined): Promise<number> {
  const rows = new ImportRepository();
  const wanted = name ?? (await fingerprint(source));
  if (name !== undefined) await fingerprint(source);
  const { own } = source.translated ?? {};
  if (own && name === undefined && own.installation === (await rows.installation(db)))
    throw new UnreadableSource(
      'this installation made the export: everything would be here twice. Name it with --as, if that is wanted',
    );
  const before = await rows.sources(db);
  // Rows of the same installation would be imported twice if its fingerprint had changed.
  if (name === undefined && before.length > 0 && !before.includes(wanted))
    throw new UnreadableSource(
      `another source was imported before (${before.join(', ')}): continue it with --as ${before[0]}, or add this one with --as ${wanted}`,
    );
  const { id, format } = await rows.begin(db, wanted, source.label);
  if (format !== IMPORT_FORMAT)
    throw new UnreadableSource(
      `the import ${wanted} was begun by another release (format ${format}): continue it with that one`,
    );
  return id;
}
