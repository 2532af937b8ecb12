import '../../core/stack-traces.js';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import '../../database/options.js';
import type { DataSource, EntityManager } from 'typeorm';
import { noteCommand } from '../../audit/command-entry.repository.js';
import { journalPosted } from '../../billing/ledger/posting/journal-drain.js';
import { connectMemory, openDatabase } from '../../database/command-connections.js';
import { newFolder, PARTIAL } from '../../core/commands/new-folder.js';
import { CommandRefused, runCommand } from '../../core/commands/run-command.js';
import { vaultOf, type Vault } from '../../core/crypto.js';
import { environmentOrExit, type Env } from '../../core/env.js';
import { installationId, requireShards } from '../../core/redis/installation.js';
import { version } from '../../core/version.js';
import { requireKnownRelease } from '../../database/release-check.js';
import { fingerprint } from '../fingerprint.js';
import { ExportedRowsRepository } from '../open-format/exported-rows.repository.js';
import { MANIFEST } from '../open-format/manifest.js';
import { writeExport } from '../open-format/write-export.js';
import { OptionTexts } from '../option-texts.js';
import { openSource } from '../sources/open-source.js';
import { UnreadableSource, type Source } from '../sources/source.js';
import { EXPORT_USAGE, exportArguments, type ExportArguments } from './export-arguments.js';
import { exportOptions } from './export-options.js';
import { exportTable, type ExportCount, type ExportSetting } from './export-rows.js';
import { OwnRowsRepository } from './own-rows.repository.js';
import { SqlScript } from './sql-script.js';

// `npm run export` writes all of the installation in open formats (docs/open-format.md), or a script by which the database of the old
// gateway has what is here (docs/import.md). Exit code 2: there is neither.

/** Bytes of statements that are kept before they are written. */
const BUFFER = 1024 * 1024;
/** Names in a line. */
const MAX_NAMED = 20;

if (process.argv.includes('--help')) console.log(EXPORT_USAGE);
else
  await runCommand('nothing was exported', EXPORT_USAGE, async () => {
    const args = exportArguments(process.argv.slice(2));
    const env = environmentOrExit();
    const database = await openDatabase(env, []);
    try {
      await requireKnownRelease(database, { every: true });
      await requirePosted(env, database);
      await (args.to === 'folder'
        ? writeFolder(database, args, vaultOf(env))
        : writeBack(database, args, vaultOf(env)));
    } finally {
      await database.destroy();
    }
    return 0;
  });

/** Charges that are not in Postgres yet would be missing. */
async function requirePosted(env: Env, database: DataSource): Promise<void> {
  await requireShards(database, env);
  const redis = await connectMemory(env, await installationId(database));
  try {
    await journalPosted(redis);
  } finally {
    redis.disconnect();
  }
}

/** Writes all of the installation into a new folder. No export has its name before the audit log has a row about it. */
async function writeFolder(
  database: DataSource,
  { folder: place, isWithSecrets }: Extract<ExportArguments, { to: 'folder' }>,
  vault: Vault,
): Promise<void> {
  const target = path.resolve(place);
  if (existsSync(target)) throw new CommandRefused(`${place} exists: name a new folder`);
  if (existsSync(`${target}${PARTIAL}`))
    throw new CommandRefused(
      `${place}${PARTIAL} exists: another export is under way, or one was killed. Remove the folder then`,
    );
  const folder = await newFolder(path.dirname(target), path.basename(target));
  try {
    const report = (line: string) => console.log(line);
    const manifest = await database.transaction('REPEATABLE READ', (db) =>
      writeExport(new ExportedRowsRepository(db), folder, { vault, isWithSecrets, release: version, report }),
    );
    const rows = Object.fromEntries(manifest.files.map((file) => [file.kind, file.rows]));
    await noteCommand(database, 'export', { folder: target, secrets: isWithSecrets, at: manifest.at, rows });
    await folder.complete(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  } catch (error) {
    await folder.discard();
    throw error;
  }
  console.log(
    isWithSecrets
      ? 'with secrets: passwords (hashes), keys and codes are in it, keys in clear text. Keep it as you keep them'
      : 'without secrets: passwords, keys, codes and other secrets are null. To import all of it, export --with-secrets',
  );
  console.log(`export: ${target}`);
}

async function writeBack(
  database: DataSource,
  args: Extract<ExportArguments, { to: 'new-api' }>,
  vault: Vault,
): Promise<void> {
  const source = await openSource(args.source, () => true);
  try {
    await writeScript(database, source, args, vault);
  } finally {
    await source.close();
  }
}

async function writeScript(
  database: DataSource,
  source: Source,
  { out, name }: Extract<ExportArguments, { to: 'new-api' }>,
  vault: Vault,
): Promise<void> {
  const { dialect, translated } = source;
  if (translated)
    throw new UnreadableSource(
      'the database is one of one-hub, whose channels, prices and groups have another form: nothing can be written back to it',
    );
  if (!dialect)
    throw new UnreadableSource('a dump does not tell what the old database has now: name the database');
  const file = createWriteStream(out, { flags: 'wx', mode: 0o600 });
  await once(file, 'open');
  try {
    let buffer = '';
    const script = new SqlScript(dialect, (text) => {
      buffer += text;
      if (buffer.length < BUFFER) return;
      file.write(buffer);
      buffer = '';
    });
    const lines = await database.transaction('REPEATABLE READ', (db) =>
      exportAll(db, source, { script, vault, name }),
    );
    file.end(buffer);
    await once(file, 'close');
    for (const line of lines) console.log(line);
    console.log(`export: ${out}`);
  } catch (error) {
    file.destroy();
    await rm(out, { force: true });
    throw error;
  }
}

async function exportAll(
  db: EntityManager,
  source: Source,
  { script, vault, name }: { script: SqlScript; vault: Vault; name: string | undefined },
): Promise<string[]> {
  const wanted = name ?? (await fingerprint(source));
  const imports = await OwnRowsRepository.imports(db);
  const importId = imports.get(wanted);
  if (importId === undefined)
    throw new UnreadableSource(
      `${source.label} was not imported here: there is no import ${wanted}. Name one with --as: ${[...imports.keys()].join(', ') || 'there is none'}`,
    );
  const setting: ExportSetting = { source, script, vault, own: new OwnRowsRepository(db, importId) };
  script.comment(
    `Brings ${source.label} to the state of ${new Date().toISOString()}. It has keys in clear text.`,
  );
  script.begin();
  const counts: ExportCount[] = [];
  for (const table of ['users', 'tokens', 'channels', 'redemptions'] as const)
    if (source.tables.has(table)) counts.push(await exportTable(setting, table));
  const options = await exportOptions(setting, await OptionTexts.read(db, vault));
  script.commit();
  return [
    ...counts.map(
      ({ table, added, changed, deleted }) =>
        `${table}: ${changed} changed, ${added} added, ${deleted} deleted`,
    ),
    `options: ${options} changed`,
    ...counts.filter(({ table }) => table === 'users').map(({ quota }) => `balances of users: ${quota}`),
    ...counts
      .filter(({ keyless }) => keyless.length > 0)
      .map(
        ({ keyless }) =>
          `${keyless.length} tokens have keys that are not stored here: new ones are left out, others keep the key of the old database: ${named(keyless)}`,
      ),
    ...counts
      .filter(({ passwords }) => passwords.length > 0)
      .map(
        ({ passwords }) =>
          `${passwords.length} users signed in here: their passwords are those of the old database (none for new users): ${named(passwords)}`,
      ),
  ];
}

function named(names: readonly string[]): string {
  return names.slice(0, MAX_NAMED).join(', ') + (names.length > MAX_NAMED ? ', …' : '');
}
