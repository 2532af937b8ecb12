import { DataSource } from 'typeorm';
import { databaseOptions, migrationOptions } from '../../server/database/options.js';
import { freshWorld } from '../setup/fresh-databases.js';

beforeAll(freshWorld);

/** Values of settings in a session of these options. */
async function settingsOf(options: ReturnType<typeof databaseOptions>): Promise<string[]> {
  const source = await new DataSource(options).initialize();
  const [row]: Record<string, string>[] = await source.query(
    `SELECT current_setting('statement_timeout') AS statements, current_setting('lock_timeout') AS locks`,
  );
  await source.destroy();
  return Object.values(row!);
}

test('every session has its time limits, which are not in the startup packet', async () => {
  const url = process.env.DATABASE_URL!;
  expect(await settingsOf(databaseOptions(url))).toEqual(['30s', '0']);
  expect(await settingsOf(migrationOptions(url))).toEqual(['0', '3s']);
  const { extra } = databaseOptions(url) as { extra: object };
  expect(Object.keys(extra)).not.toEqual(expect.arrayContaining(['statement_timeout']));
});

test('a pool opens as many connections as its size says', async () => {
  const source = await new DataSource(
    databaseOptions(process.env.DATABASE_URL!, { poolSize: 3 }),
  ).initialize();
  const rows: { pid: number }[][] = await Promise.all(
    Array.from({ length: 9 }, () => source.query('SELECT pg_backend_pid() AS pid, pg_sleep(0.1)')),
  );
  expect(new Set(rows.flat().map(({ pid }) => pid)).size).toBe(3);
  await source.destroy();
});
