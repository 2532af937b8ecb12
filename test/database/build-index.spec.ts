import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { buildIndexConcurrently, type IndexDefinition } from '../../server/database/build-index.js';
import { IndexMigration } from '../../server/database/index-migration.js';
import { migrations } from '../../server/database/migrations/index.js';
import { migrationOptions } from '../../server/database/options.js';
import { ensurePeriods, PARTITIONED as TABLES, periodNamed } from '../../server/database/partitions.js';
import { freshWorld } from '../setup/fresh-databases.js';
import { until } from '../setup/until.js';

const ROWS = 100_000;
const PARTITIONED: IndexDefinition = {
  name: 'logs_test',
  table: 'logs',
  columns: '(user_id, id) WHERE type = 2',
};
const PLAIN: IndexDefinition = { name: 'channels_test', table: 'channels', columns: '(created_time)' };

let source: DataSource;
/** A session beside the migrations. */
let other: Client;

beforeAll(async () => {
  await freshWorld();
  source = await new DataSource(migrationOptions(process.env.DATABASE_URL!)).initialize();
  await source.query(
    `INSERT INTO logs (created_at, user_id, type, content)
     SELECT extract(epoch FROM now())::bigint, 1 + n % 7, 2, 'row' FROM generate_series(1, ${ROWS}) n`,
  );
  other = new Client(process.env.DATABASE_URL);
  await other.connect();
});
beforeEach(async () => {
  await source.query(`DROP INDEX IF EXISTS ${PARTITIONED.name}, ${PLAIN.name}`);
});
afterAll(async () => {
  await other?.end();
  await source?.destroy();
});

async function build(index: IndexDefinition): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await buildIndexConcurrently(runner, index);
  } finally {
    await runner.release();
  }
}

/** The sessions that build an index now, with the phase they are in. */
async function builds(): Promise<{ pid: number; phase: string }[]> {
  return source.query(
    `SELECT pid, phase FROM pg_stat_progress_create_index WHERE datname = current_database()`,
  );
}

/** Keeps any concurrent build from ending, until the returned function is called. */
async function olderTransaction(): Promise<() => Promise<unknown>> {
  await other.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await other.query('SELECT count(*) FROM users');
  return () => other.query('COMMIT');
}

async function waiting(): Promise<{ pid: number }> {
  await until(async () =>
    (await builds()).some(({ phase }) => phase.startsWith('waiting for old snapshots')),
  );
  return (await builds())[0]!;
}

async function invalid(): Promise<string[]> {
  const rows: { name: string }[] = await source.query(
    `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT (indisvalid AND indisready AND indislive)`,
  );
  return rows.map(({ name }) => name);
}

/** Rows of a user, read by the index alone. */
async function counted(user: number): Promise<number> {
  return source.transaction(async (manager) => {
    await manager.query('SET LOCAL enable_seqscan = off');
    const sql = `SELECT count(*)::int AS count FROM logs WHERE type = 2 AND user_id = ${user}`;
    const plan: Record<string, string>[] = await manager.query(`EXPLAIN ${sql}`);
    expect(JSON.stringify(plan)).toContain('_test');
    const [row]: { count: number }[] = await manager.query(sql);
    return row!.count;
  });
}

test('rows are written while an index of a partitioned table is built, and are in it', async () => {
  const release = await olderTransaction();
  const built = build(PARTITIONED);
  await waiting();
  const before = await builds();
  for (let number = 0; number < 20; number++)
    await source.query(
      `INSERT INTO logs (created_at, user_id, type, content)
       VALUES (extract(epoch FROM now())::bigint, 99, 2, 'meanwhile')`,
    );
  await source.query(`UPDATE logs SET user_id = 98 WHERE user_id = 99 AND id % 2 = 0`);
  // It is still the same build.
  expect((await builds()).map(({ pid }) => pid)).toEqual(before.map(({ pid }) => pid));
  await release();
  await built;
  expect(await invalid()).toEqual([]);
  expect((await counted(98)) + (await counted(99))).toBe(20);
});

test.each([PLAIN, PARTITIONED])(
  'a build of $name that was killed leaves an invalid index, which the next one replaces',
  async (index) => {
    const release = await olderTransaction();
    const killed = build(index);
    const { pid } = await waiting();
    const [ended] = await Promise.allSettled([killed, other.query('SELECT pg_terminate_backend($1)', [pid])]);
    expect(ended.status).toBe('rejected');
    expect(await invalid()).not.toEqual([]);
    const again = build(index);
    await release();
    await again;
    expect(await invalid()).toEqual([]);
    // What is built is kept.
    await build(index);
  },
);

test('a build waits for one that is still going on, and does not begin anew', async () => {
  const release = await olderTransaction();
  const first = build(PLAIN);
  await waiting();
  const second = build(PLAIN);
  await release();
  await Promise.all([first, second]);
  expect(await invalid()).toEqual([]);
});

test('a partition that is created meanwhile has the index, too', async () => {
  const release = await olderTransaction();
  const built = build(PARTITIONED);
  await waiting();
  await ensurePeriods(source, TABLES.logs, [periodNamed('2035_03')]);
  expect(await builds()).toHaveLength(1);
  await release();
  await built;
  await ensurePeriods(source, TABLES.logs, [periodNamed('2035_04')]);
  expect(await invalid()).toEqual([]);
  const rows: { table: string }[] = await source.query(
    `SELECT indrelid::regclass::text AS table FROM pg_inherits JOIN pg_index ON indexrelid = inhrelid
     WHERE inhparent = 'logs_test'::regclass AND indrelid::regclass::text LIKE 'logs_2035%' ORDER BY 1`,
  );
  expect(rows.map(({ table }) => table)).toEqual(['logs_2035_03', 'logs_2035_04']);
});

test('indexes of migrations are those that plain statements build', async () => {
  const indexes = migrations
    .map((migration) => new migration())
    .flatMap((migration) => (migration instanceof IndexMigration ? migration.indexes : []));
  expect(indexes.length).toBeGreaterThan(8);
  const concurrent = await definitions();
  for (const { name, table, columns } of indexes) {
    await source.query(`DROP INDEX ${name}`);
    await source.query(`CREATE INDEX ${name} ON ${table} ${columns}`);
  }
  expect(await definitions()).toEqual(concurrent);
});

test('a build in a transaction is refused before it changes anything', async () => {
  const runner = source.createQueryRunner();
  await runner.startTransaction();
  await expect(buildIndexConcurrently(runner, PLAIN)).rejects.toThrow('set transaction = false');
  await runner.rollbackTransaction();
  await runner.release();
});

/** All indexes without the names of those on partitions, which nothing refers to. */
async function definitions(): Promise<string[]> {
  const rows: { definition: string }[] = await source.query(
    `SELECT CASE WHEN relispartition THEN regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+ ON', 'INDEX ON')
                 ELSE pg_get_indexdef(indexrelid) END AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE relnamespace = 'public'::regnamespace`,
  );
  return rows.map(({ definition }) => definition).sort();
}
