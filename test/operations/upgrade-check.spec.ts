import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DataSource } from 'typeorm';
import type { Migration } from '../../server/database/migration.js';
import { migrations } from '../../server/database/migrations/index.js';
import { databaseOptions } from '../../server/database/options.js';
import { checkUpgrade, exitCodeOf, type UpgradeReport } from '../../server/database/upgrade-check.js';
import { upgradeCheckLines } from '../../server/database/upgrade-check-lines.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { freshDatabase } from '../setup/fresh-databases.js';
import { backup } from './backup-programs.js';

const root = resolve(import.meta.dirname, '../..');
const HOUR_MS = 3_600_000;
/** What each program is started with, and the exit code of its refusal. */
const PROGRAMS: readonly (readonly [script: string, args: readonly string[], code: number])[] = [
  ['server/main.js', [], 1],
  ['worker/main.js', [], 1],
  ['server/database/migrate.js', [], 1],
  ['server/database/migrate.js', ['--check'], 1],
  ['server/billing/ledger/ledger-audit.command.js', [], 2],
  ['server/backup/backup.command.js', ['--to', '/nowhere'], 2],
  ['server/backup/restore.command.js', ['--from', '/nowhere'], 2],
  ['server/import/import.command.js', ['--from', 'sqlite:/nowhere'], 2],
];
/** A migration that the program does not know. */
const UNKNOWN = 'DropThings1999999999999';

let gateway: GatewayProcesses;
let directory: string;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
  directory = mkdtempSync(join(tmpdir(), 'tollgate-upgrade-'));
});
afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
  await gateway?.close();
});

async function run(
  script: string,
  args: readonly string[] = [],
  home?: string,
): Promise<[number | string, string]> {
  const program = new Program(script, { ...gateway.environment, PORT: '0' }, home, args);
  return [await program.run(), program.output];
}

async function connected<T>(use: (source: DataSource) => Promise<T>): Promise<T> {
  const source = await new DataSource(databaseOptions(gateway.environment.DATABASE_URL!)).initialize();
  try {
    return await use(source);
  } finally {
    await source.destroy();
  }
}

const appliedMigrations = () => gateway.sql<{ name: string }>('SELECT name FROM migrations ORDER BY id');

describe('npm run migrate -- --check', () => {
  test('a database of this release: nothing is pending, and no backup is known', async () => {
    const [code, output] = await run('server/database/migrate.js', ['--check']);
    expect(code).toBe(0);
    expect(output).toContain('no migrations are pending');
    expect(output).toContain('`npm run backup` has noted none');
  });

  test('pending migrations are described, and not applied; a backup of today is named', async () => {
    const [done] = await backup(gateway.environment, join(directory, 'backups'));
    expect(done).toBe(0);
    await connected(async (source) => {
      // The last one makes the table of backups.
      await source.query(`DELETE FROM migrations WHERE name = 'IndexLargeTables1795700000371'`);
    });
    const before = await appliedMigrations();
    const [code, output] = await run('server/database/migrate.js', ['--check']);
    expect(code).toBe(2);
    expect(output).toContain('1 migrations are pending');
    expect(output).toContain('IndexLargeTables1795700000371: servers and workers that run now work on');
    expect(output).toMatch(
      /builds an index of ledger_entries \(\d+ rows, \d+ MB\): about a second; reads and writes go on/,
    );
    expect(output).toContain('migrate while everything runs: locks are held for moments only');
    expect(output).toMatch(/backup: \d{4}-\d\d-\d\dT.*\/backups\/tollgate-/);
    const [jsonCode, json] = await run('server/database/migrate.js', ['--check', '--json']);
    expect(jsonCode).toBe(2);
    expect(JSON.parse(json)).toMatchObject({
      format: 1,
      previousReleaseWorks: true,
      blockedSeconds: 0,
      hasRecentBackup: true,
      pending: [{ name: 'IndexLargeTables1795700000371', phase: 'expand', previousReleaseWorks: true }],
    } satisfies Partial<Record<keyof UpgradeReport, unknown>>);
    expect(await appliedMigrations()).toEqual(before);
    expect(await run('server/database/migrate.js')).toEqual([
      0,
      expect.stringContaining('1 migrations applied'),
    ]);
  });

  test('a new database has nothing to warn about', async () => {
    const { url } = await freshDatabase({ migrated: false });
    const program = new Program(
      'server/database/migrate.js',
      { ...gateway.environment, DATABASE_URL: url },
      undefined,
      ['--check'],
    );
    expect([await program.run(), program.output]).toEqual([
      2,
      expect.stringMatching(/^release \S+, a new database: \d+ migrations create its tables\n$/),
    ]);
  });

  test('wrong arguments are refused before anything happens', async () => {
    const [code, output] = await run('server/database/migrate.js', ['--chek']);
    expect([code, output]).toEqual([1, expect.stringContaining('--check    what the migrations would do')]);
    expect((await run('server/database/migrate.js', ['--json']))[0]).toBe(1);
  });

  test('contractions, blocked tables and old backups are reported differently', async () => {
    await gateway.sql(
      `INSERT INTO logs (created_at, user_id, type, content) SELECT 1, 1, 2, repeat('x', 500) FROM generate_series(1, 100)`,
    );
    await gateway.sql('ANALYZE logs');
    const nothing = () => Promise.resolve();
    const expansion: Migration = { name: 'AddNew1999999999998', phase: 'expand', up: nothing, down: nothing };
    const contraction: Migration = {
      name: 'DropOld1999999999999',
      phase: 'contract',
      expansion: expansion.name,
      longSteps: [{ table: 'logs', action: 'builds an index', blocks: 'reads and writes' }],
      up: nothing,
      down: nothing,
    };
    const applied = migrations.map((migration) => new migration());
    const tomorrow = new Date(Date.now() + 25 * HOUR_MS);
    await connected(async (source) => {
      const both = await checkUpgrade(source, tomorrow, [...applied, expansion, contraction]);
      expect([both.previousReleaseWorks, both.hasRecentBackup, exitCodeOf(both)]).toEqual([false, false, 3]);
      expect(upgradeCheckLines(both).join('\n')).toMatch(
        /work on\n {2}DropOld\S+: servers and workers that run now do NOT work on.*\n.*its reads and writes wait\nstop servers/,
      );
      expect(upgradeCheckLines(both).join('\n')).toMatch(/builds an index of logs \(10\d rows, 1 MB\)/);
      expect(upgradeCheckLines(both).at(-1)).toContain('older than a day');
      await source.query(`INSERT INTO migrations (timestamp, name) VALUES (1999999999998, $1)`, [
        expansion.name,
      ]);
      const alone = await checkUpgrade(source, new Date(), [...applied, expansion, contraction]);
      await source.query('DELETE FROM migrations WHERE name = $1', [expansion.name]);
      expect(alone.previousReleaseWorks).toBe(true);
      expect(upgradeCheckLines(alone)[1]).toContain('earlier ones (without AddNew1999999999998) do not');
      const long = { ...alone, blockedSeconds: 60 };
      expect([exitCodeOf(alone), exitCodeOf(long)]).toEqual([2, 3]);
      expect(upgradeCheckLines(long).join('\n')).toContain('a table is blocked for about 60 s');
    });
  });
});

describe('a database of another release', () => {
  test('the next one: servers, workers, migrations and the audit work, and what reads or writes everything does not', async () => {
    await gateway.sql(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, '${UNKNOWN}')`);
    await gateway.sql(`INSERT INTO schema_releases (number, version) VALUES (2, '0.2.0')`);
    for (const program of [gateway.server, gateway.worker]) {
      await program.end('SIGTERM');
      program.start();
    }
    await gateway.answering();
    expect(await run('server/database/migrate.js')).toEqual([
      0,
      expect.stringMatching(/1 migrations of the next release are applied.*\ndatabase: up to date/),
    ]);
    expect((await run('server/billing/ledger/ledger-audit.command.js'))[0]).toBe(0);
    for (const [script, args, code] of PROGRAMS.slice(5)) {
      const [ended, output] = await run(script, args);
      expect([script, ended]).toEqual([script, code]);
      expect(output).toMatch(
        new RegExp(`does not know, such as ${UNKNOWN}: use the program of release 0\\.2\\.0\\n$`),
      );
    }
    const [mark] = await gateway.sql<{ number: number }>('SELECT max(number) AS number FROM schema_releases');
    expect(mark!.number).toBe(2);
  });

  test('one that is two newer: every program refuses it in one line that says what to do', async () => {
    await gateway.sql(`INSERT INTO schema_releases (number, version) VALUES (3, '0.3.0')`);
    for (const [script, args, code] of PROGRAMS) {
      const [ended, output] = await run(script, args);
      expect([script, ended, output.trim().split('\n').length]).toEqual([script, code, 1]);
      expect(output).toMatch(
        /the database was migrated by release 0\.3\.0.*: use the programs of release 0\.3\.0/,
      );
    }
    await gateway.sql(`DELETE FROM schema_releases WHERE number > 1`);
    await gateway.sql(`DELETE FROM migrations WHERE name = '${UNKNOWN}'`);
  });

  test('one that is two behind: every program of the later release refuses it in one line that says what to do', async () => {
    const home = laterRelease();
    for (const [script, args, code] of PROGRAMS) {
      const [ended, output] = await run(`modules/${script}`, args, home);
      expect([script, ended, output.trim().split('\n').length]).toEqual([script, code, 1]);
      expect(output).toContain('two or more behind this program (release 0.3.0)');
      expect(output).toMatch(/replace all servers and workers by those of release 0\.2\.0 first\n$/);
    }
    // That of the release in between is upgraded.
    await gateway.sql(`INSERT INTO schema_releases (number, version) VALUES (2, '0.2.0')`);
    expect(await run('modules/server/database/migrate.js', [], home)).toEqual([
      0,
      expect.stringContaining('up to date'),
    ]);
    const marks = await gateway.sql(
      'SELECT number, version FROM schema_releases WHERE number > 1 ORDER BY number',
    );
    expect(marks).toEqual([
      { number: 2, version: '0.2.0' },
      { number: 3, version: '0.3.0' },
    ]);
  });
});

/** The compiled modules as a release that has two before it. */
function laterRelease(): string {
  const home = join(directory, 'later');
  mkdirSync(home);
  cpSync(join(root, 'dist/modules'), join(home, 'dist/modules'), { recursive: true });
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(home, name));
  const names = migrations.map(({ name }) => name);
  const releases = [
    { version: '0.1.0', migrations: names },
    { version: '0.2.0', migrations: [] },
    { version: '0.3.0', migrations: [] },
  ];
  writeFileSync(
    join(home, 'dist/modules/server/database/releases.js'),
    `export const releases = ${JSON.stringify(releases)};\n`,
  );
  return home;
}
