import { DataSource } from 'typeorm';
import { databaseOptions, migrationOptions } from '../../server/database/options.js';
import { ensurePartitions, periodOf } from '../../server/database/partitions.js';
import { OldStatistics } from '../../server/statistics/old-statistics.service.js';
import { RequestStatistics } from '../../server/statistics/request-statistics.js';
import { RequestStatisticsRepository } from '../../server/statistics/request-statistics.repository.js';
import { freshWorld } from '../setup/fresh-databases.js';

const DAY = 86_400;
const TABLES = ['request_minutes', 'request_hours'] as const;

let source: DataSource;
let statistics: RequestStatistics;

beforeEach(async () => {
  await freshWorld();
  source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
  statistics = new RequestStatistics(new RequestStatisticsRepository(source));
});
afterEach(() => source.destroy());

const now = () => Math.floor(Date.now() / 1000);

/** Names of the partitions of a table. */
async function partitions(table: string): Promise<string[]> {
  const rows: { name: string }[] = await source.query(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass ORDER BY 1',
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Counts a request of a model. @param at Unix seconds */
async function count(model: string, at: number): Promise<void> {
  statistics.of(1, 0, model, at * 1000).ok++;
  await statistics.flush();
}

/** Requests by model and the partition that holds them. */
async function held(table: string): Promise<Record<string, [place: string, ok: number]>> {
  const rows: { model: string; place: string; ok: number }[] = await source.query(
    `SELECT model, tableoid::regclass::text AS place, ok FROM ${table} ORDER BY at, model`,
  );
  return Object.fromEntries(rows.map(({ model, place, ok }) => [model, [place, ok]]));
}

/** The statement by which workers of the release before the partitions delete old rows. */
async function deleteAsBefore(table: string, before: number): Promise<number> {
  const [, deleted]: [unknown, number] = await source.query(
    `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE at < $1 LIMIT 1000))`,
    [before],
  );
  return deleted;
}

/** The tables as the release before the partitions has them. */
async function undoPartitions(): Promise<void> {
  while ((await partitions('request_minutes')).length > 0) await source.undoLastMigration();
}

test('a new database has days of minutes for a week, and months of hours', async () => {
  const days = Array.from({ length: 8 }, (_, offset) => periodOf('day', new Date(), offset).name);
  expect(await partitions('request_minutes')).toEqual(
    [...days, 'default'].map((name) => `request_minutes_${name}`),
  );
  const months = [0, 1, 2].map((offset) => periodOf('month', new Date(), offset).name);
  expect(await partitions('request_hours')).toEqual(
    [...months, 'default'].map((name) => `request_hours_${name}`),
  );
  expect(await ensurePartitions(source, new Date())).toEqual([]);
});

test('requests on both sides of midnight are added to the partitions of their days, the next ones to the same rows', async () => {
  const { to: midnight, name: today } = periodOf('day', new Date());
  const { name: tomorrow } = periodOf('day', new Date(), 1);
  for (const _ of [1, 2]) {
    statistics.of(1, 0, 'before', (midnight - 1) * 1000).ok++;
    statistics.of(1, 0, 'after', midnight * 1000).ok++;
    await statistics.flush();
  }
  expect(await held('request_minutes')).toEqual({
    before: [`request_minutes_${today}`, 2],
    after: [`request_minutes_${tomorrow}`, 2],
  });
});

test('requests of days that no worker has made a partition for are counted, and move into it', async () => {
  const day = periodOf('day', new Date(), 20);
  await count('late', day.from + 60);
  await count('late', day.from + 60);
  expect(await held('request_minutes')).toEqual({ late: ['request_minutes_default', 2] });
  expect(await ensurePartitions(source, new Date())).toEqual([`request_minutes_${day.name}`]);
  expect(await held('request_minutes')).toEqual({ late: [`request_minutes_${day.name}`, 2] });
  await count('late', day.from + 60);
  expect(await held('request_minutes')).toEqual({ late: [`request_minutes_${day.name}`, 3] });
});

test('partitions are dropped when all of their rows are too old, and rows in none are deleted', async () => {
  await count('fifty days ago', now() - 50 * DAY);
  await count('37 days ago', now() - 37 * DAY);
  await count('34 days ago', now() - 34 * DAY);
  await ensurePartitions(source, new Date());
  await count('36.5 days ago', now() - 36.5 * DAY);
  await count('460 days ago', now() - 460 * DAY);
  const dropped = await new OldStatistics(new RequestStatisticsRepository(source)).drop();
  expect(dropped).toEqual(
    expect.arrayContaining([
      `request_minutes_${periodOf('day', new Date(), -50).name}`,
      `request_minutes_${periodOf('day', new Date(), -37).name}`,
    ]),
  );
  expect(Object.keys(await held('request_minutes'))).toEqual(['34 days ago']);
  expect(Object.keys(await held('request_hours'))).toEqual([
    'fifty days ago',
    '37 days ago',
    '36.5 days ago',
    '34 days ago',
  ]);
});

test('the migration keeps the rows that are there, and those that servers write meanwhile', async () => {
  await undoPartitions();
  await count('old', now() - 10 * DAY);
  await count('now', now());
  let stopped = false;
  let written = 0;
  const writes = async () => {
    for (; !stopped; written++) await count('during', now() - (now() % 60));
  };
  const writing = writes();
  const migrating = await new DataSource(migrationOptions(process.env.DATABASE_URL!)).initialize();
  await migrating.runMigrations();
  await migrating.destroy();
  await count('after', now());
  stopped = true;
  await writing;
  const sums: { model: string; ok: number }[] = await source.query(
    'SELECT model, sum(ok)::bigint AS ok FROM request_minutes GROUP BY 1',
  );
  expect(Object.fromEntries(sums.map(({ model, ok }) => [model, ok]))).toEqual({
    old: 1,
    now: 1,
    during: written,
    after: 1,
  });
  expect(new Set(Object.values(await held('request_minutes')).map(([place]) => place))).toEqual(
    new Set(['request_minutes_past']),
  );
  // Up to the next midnight after a day, the rows are those of the past.
  await count('three days ahead', now() + 3 * DAY);
  expect(await held('request_minutes')).toMatchObject({
    'three days ahead': [`request_minutes_${periodOf('day', new Date(), 3).name}`, 1],
  });
  expect(await ensurePartitions(source, new Date())).toEqual([]);
  const drift = await source.driver.createSchemaBuilder().log();
  expect(drift.upQueries.map(({ query }) => query)).toEqual([]);
});

test('the partition of the past is dropped when its last row is too old', async () => {
  await undoPartitions();
  await count('old', now() - 10 * DAY);
  await source.runMigrations();
  const stored = new RequestStatisticsRepository(source);
  expect(await stored.dropBefore('request_minutes', now() - 5 * DAY)).toEqual({ dropped: [], isBusy: false });
  expect(await stored.dropBefore('request_minutes', now() + 3 * DAY)).toEqual({
    dropped: expect.arrayContaining(['request_minutes_past']) as string[],
    isBusy: false,
  });
});

test('a migration that was interrupted after its check goes on', async () => {
  await undoPartitions();
  await count('now', now());
  for (const table of TABLES)
    await source.query(`ALTER TABLE ${table} ADD CONSTRAINT ${table}_past CHECK (at < ${now() + 7 * DAY})`);
  await source.runMigrations();
  expect(await held('request_minutes')).toEqual({ now: ['request_minutes_past', 1] });
});

test.each(TABLES)(
  'a worker of the release before deletes no row of %s, of whichever partition, and its loop ends',
  async (table) => {
    await count('too old', now() - 500 * DAY);
    await ensurePartitions(source, new Date());
    await count('today', now());
    // In the next partition of minutes or of hours.
    await count('ahead', now() + (table === 'request_minutes' ? 1 : 40) * DAY);
    const before = await held(table);
    const places: { row: string }[] = await source.query(`SELECT DISTINCT ctid::text AS row FROM ${table}`);
    // All have the place of the one that is too old.
    expect(places).toEqual([{ row: '(0,1)' }]);
    expect(await deleteAsBefore(table, now() - 400 * DAY)).toBe(0);
    expect(await held(table)).toEqual(before);
    expect(Object.keys(before)).toHaveLength(3);
    // Other deletions are not kept from anything.
    await source.query(`DELETE FROM ${table} WHERE model = 'today'`);
    expect(Object.keys(await held(table))).toEqual(['too old', 'ahead']);
  },
);
