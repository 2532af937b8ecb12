import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { databaseOptions } from '../../server/database/options.js';
import { GatewayProcesses } from '../books/gateway-processes.js';
import { Program } from '../books/program.js';
import { until } from '../setup/until.js';

const LIMIT_MS = 60_000;

let gateway: GatewayProcesses;

beforeAll(async () => {
  gateway = await GatewayProcesses.open();
}, LIMIT_MS);
afterAll(() => gateway?.close(), LIMIT_MS);

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
  LIMIT_MS,
);
