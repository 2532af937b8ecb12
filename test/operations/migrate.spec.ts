import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../server/database/options.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { TcpPath } from '../setup/tcp-path.js';
import { until } from '../setup/until.js';

/** Advisory lock of migrations, also of earlier releases. */
const LOCK = 7_206_913;
/** A migration that vanished blocks others no longer than this. */
const VANISHED_MS = 12_000;

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
});
afterAll(() => gateway?.close());

test.each([
  { what: 'a migration', lock: 'LOCK TABLE migrations IN EXCLUSIVE MODE', pending: 1 },
  { what: 'the partition of a month', lock: 'LOCK TABLE logs', pending: 0 },
])(
  '$what that needs a table in use does not make others wait for long, and is tried again',
  async ({ lock, pending }) => {
    const url = gateway.environment.DATABASE_URL!;
    if (pending > 0) {
      const source = await new DataSource(databaseOptions(url)).initialize();
      await source.undoLastMigration();
      await source.destroy();
    }
    const user = new Client(url);
    await user.connect();
    await user.query('BEGIN');
    await user.query(lock);
    const migration = new Program('server/database/migrate.js', gateway.environment);
    const ended = migration.run();
    await until(
      () => migration.output.includes('is tried again'),
      () => migration.output,
    );
    await user.query('COMMIT');
    await user.end();
    expect([await ended, migration.output]).toEqual([
      0,
      expect.stringContaining(pending > 0 ? '1 migrations applied' : 'up to date'),
    ]);
    expect(migration.output).toContain('a table is in use, the migration is tried again');
  },
);

test('a migration says which other one it waits for, and goes on when that has ended', async () => {
  const other = new Client(gateway.environment.DATABASE_URL!);
  await other.connect();
  await other.query('SELECT pg_advisory_lock($1)', [LOCK]);
  const { rows } = await other.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const migration = new Program('server/database/migrate.js', gateway.environment);
  const ended = migration.run();
  await until(
    () => migration.output.includes(`waiting for another migration (session ${rows[0]!.pid} of Postgres`),
    () => migration.output,
  );
  await other.end();
  expect(await ended).toBe(0);
  expect(migration.output).toContain('up to date');
});

test('a migration whose network vanished does not block others for long', async () => {
  const path = await TcpPath.to(gateway.environment.DATABASE_URL!);
  const user = new Client(gateway.environment.DATABASE_URL!);
  await user.connect();
  await user.query('BEGIN');
  await user.query('LOCK TABLE logs');
  const vanished = new Program('server/database/migrate.js', {
    ...gateway.environment,
    DATABASE_URL: path.url,
  });
  vanished.start();
  await until(
    () => vanished.output.includes('a table is in use'),
    () => vanished.output,
  );
  path.cut();
  await user.query('COMMIT');
  await user.end();
  const began = performance.now();
  const migration = new Program('server/database/migrate.js', gateway.environment);
  expect(await migration.run()).toBe(0);
  expect(performance.now() - began).toBeLessThan(VANISHED_MS);
  expect(migration.output).toContain('waiting for another migration');
  await vanished.end('SIGKILL');
  await path.close();
});

test('a migration that is killed while it builds an index is continued by the next ones, of which one does it', async () => {
  const environment = gateway.environment;
  const reader = new Client(environment.DATABASE_URL!);
  await reader.connect();
  await reader.query(`DELETE FROM migrations WHERE name = 'IndexLargeTables1795700000371'`);
  await reader.query('DROP INDEX ledger_entries_time, tokens_name');
  // Builds wait for transactions that are older than they.
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await reader.query('SELECT 1 FROM users');
  const killed = new Program('server/database/migrate.js', environment);
  killed.start();
  const observer = new Client(environment.DATABASE_URL!);
  await observer.connect();
  const building = async () =>
    (await observer.query('SELECT 1 FROM pg_stat_progress_create_index WHERE datname = current_database()'))
      .rows.length > 0;
  await until(building, () => killed.output);
  await killed.end('SIGKILL');
  const next = [1, 2].map(() => new Program('server/database/migrate.js', environment));
  const ended = next.map((program) => program.run());
  await until(
    () => next.some(({ output }) => output.includes('waiting for another migration')),
    () => next.map(({ output }) => output).join('\n'),
  );
  await reader.query('COMMIT');
  expect(await Promise.all(ended)).toEqual([0, 0]);
  expect(new Set(next.map(({ output }) => output.trim().split('\n').at(-1)))).toEqual(
    new Set(['database: 1 migrations applied', 'database: up to date']),
  );
  const { rows } = await observer.query<{ name: string; valid: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
     WHERE NOT indisvalid OR indexrelid IN ('tokens_name'::regclass, 'ledger_entries_time'::regclass) ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'ledger_entries_time', valid: true },
    { name: 'tokens_name', valid: true },
  ]);
  await Promise.all([reader.end(), observer.end()]);
});
