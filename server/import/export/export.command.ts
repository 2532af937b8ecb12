import '../../core/stack-traces.js';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import '../../database/options.js';
import type { DataSource, EntityManager } from 'typeorm';
import { journalPosted } from '../../billing/ledger/posting/journal-drain.js';
import { connectMemory, openDatabase } from '../../database/command-connections.js';
import { commandArguments, runCommand, WrongArguments } from '../../core/commands/run-command.js';
import { vaultOf, type Vault } from '../../core/crypto.js';
import { environmentOrExit, type Env } from '../../core/env.js';
import { installationId, requireShards } from '../../core/redis/installation.js';
import { requireKnownRelease } from '../../database/release-check.js';
import { fingerprint } from '../fingerprint.js';
import { OptionTexts } from '../option-texts.js';
import { openSource } from '../sources/open-source.js';
import { UnreadableSource, type Source } from '../sources/source.js';
import { exportOptions } from './export-options.js';
import { exportTable, type ExportCount, type ExportSetting } from './export-rows.js';
import { OwnRowsRepository } from './own-rows.repository.js';
import { SqlScript } from './sql-script.js';

// `npm run export` writes a script by which the database of the old gateway has what is here; see docs/import.md. Exit code 2:
// there is none.
const USAGE = `npm run export -- --to new-api --source <address> --out <file> [--as <name>]

  --to new-api           new-api, one-api and their forks
  --source <address>     the database that was imported, as for npm run import. It is only read
  --out <file>           the script, for sqlite3, psql or mysql. It has keys in clear text
  --as <name>            name of the import, if it has one`;

/** Bytes of statements that are kept before they are written. */
const BUFFER = 1024 * 1024;
/** Names in a line. */
const MAX_NAMED = 20;

await runCommand('nothing was exported', USAGE, async () => {
  const args = commandArguments(['to', 'source', 'out'], ['as']);
  if (args.to !== 'new-api') throw new WrongArguments(`--to: there is no format ${args.to}`);
  const env = environmentOrExit();
  const database = await openDatabase(env, []);
  try {
    await requireKnownRelease(database, { every: true });
    await requirePosted(env, database);
    const source = await openSource(args.source, () => true);
    try {
      await writeScript(database, source, args, vaultOf(env));
    } finally {
      await source.close();
    }
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

async function writeScript(
  database: DataSource,
  source: Source,
  { out, as: name }: { out: string; as?: string },
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
