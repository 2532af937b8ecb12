import { DataSource } from 'typeorm';
import { databaseOptions } from '../../server/database/options.js';
import { ensurePartitions, periodOf } from '../../server/database/partitions.js';
import { freshWorld } from '../setup/fresh-databases.js';

let source: DataSource;

beforeAll(async () => {
  await freshWorld();
  source = await new DataSource(databaseOptions(process.env.DATABASE_URL!)).initialize();
});

afterAll(() => source.destroy());

const seconds = (text: string) => Date.parse(text) / 1000;

/** Which partition holds each row, by content. */
async function whereabouts(): Promise<Record<string, string>> {
  const rows: { content: string; place: string }[] = await source.query(
    `SELECT content, tableoid::regclass::text AS place FROM logs WHERE content LIKE 'row %' ORDER BY id`,
  );
  return Object.fromEntries(rows.map(({ content, place }) => [content, place]));
}

function log(content: string, createdAt: number): Promise<unknown> {
  return source.query('INSERT INTO logs (created_at, user_id, type, content) VALUES ($1, 1, 4, $2)', [
    createdAt,
    content,
  ]);
}

test('a month begins and ends at midnight UTC, across the end of a year', () => {
  expect(periodOf('month', new Date('2026-11-30T23:59:59Z'), 1)).toEqual({
    name: '2026_12',
    from: seconds('2026-12-01T00:00:00Z'),
    to: seconds('2027-01-01T00:00:00Z'),
  });
  expect(periodOf('month', new Date('2026-12-31T23:59:59Z'), 2).name).toBe('2027_02');
});

test('a new database has partitions for this month and the next two, of both tables', async () => {
  const rows: { name: string }[] = await source.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits
     WHERE inhparent IN ('logs'::regclass, 'ledger_entries'::regclass) ORDER BY 1`,
  );
  const months = [0, 1, 2].map((offset) => periodOf('month', new Date(), offset).name);
  const expected = ['logs', 'ledger_entries'].flatMap((table) =>
    ['default', ...months].map((month) => `${table}_${month}`),
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(expected.sort());
});

test('running again makes nothing', async () => {
  expect(await ensurePartitions(source, new Date())).toEqual([]);
});

test('rows that came before their partition move into it, and stay readable', async () => {
  const later = new Date('2031-05-10T00:00:00Z');
  await log('row first second', seconds('2031-05-01T00:00:00Z'));
  await log('row last second', seconds('2031-05-31T23:59:59Z'));
  await log('row next month', seconds('2031-06-01T00:00:00Z'));
  await log('row of an imported year', seconds('2023-02-28T12:00:00Z'));
  await log('row without a time', 0);
  expect(new Set(Object.values(await whereabouts()))).toEqual(new Set(['logs_default']));

  const made = await ensurePartitions(source, later);

  expect(made).toEqual(
    expect.arrayContaining([
      'logs_2031_05',
      'logs_2031_06',
      'logs_2031_07',
      'logs_2023_02',
      'ledger_entries_2031_05',
    ]),
  );
  expect(await whereabouts()).toEqual({
    'row first second': 'logs_2031_05',
    'row last second': 'logs_2031_05',
    'row next month': 'logs_2031_06',
    'row of an imported year': 'logs_2023_02',
    'row without a time': 'logs_default',
  });
});

test('a partition made later has every index of its table and numbers its rows from the same sequence', async () => {
  await ensurePartitions(source, new Date('2032-01-01T00:00:00Z'));
  const [counts]: { parent: number; partition: number }[] = await source.query(
    `SELECT (SELECT count(*) FROM pg_index WHERE indrelid = 'logs'::regclass) AS parent,
            (SELECT count(*) FROM pg_index WHERE indrelid = 'logs_2032_01'::regclass) AS partition`,
  );
  expect(counts?.partition).toBe(counts?.parent);
  const ids: { id: number }[] = await source.query(
    `INSERT INTO logs (created_at, user_id, type) VALUES ($1, 1, 4), ($2, 1, 4) RETURNING id`,
    [seconds('2032-01-02T00:00:00Z'), Math.floor(Date.now() / 1000)],
  );
  expect(ids[1]!.id).toBe(ids[0]!.id + 1);
});

test('the same entry cannot be entered twice, in the default partition neither', async () => {
  const enter = () =>
    source.query(
      `INSERT INTO ledger_entries (created_at, request_id, kind, user_id, delta) VALUES (7, 'r', 'consume', 1, -5)`,
    );
  await enter();
  await expect(enter()).rejects.toThrow(/unique/);
});

test('two runs at the same time make each partition once', async () => {
  const now = new Date('2033-03-03T00:00:00Z');
  const [one, two] = await Promise.all([ensurePartitions(source, now), ensurePartitions(source, now)]);
  expect([...one, ...two].sort()).toEqual([...new Set([...one, ...two])].sort());
  // Three months of three tables, and eight days.
  expect(one.length + two.length).toBe(17);
});

test('writers during the making of a partition lose nothing', async () => {
  const month = seconds('2034-04-01T00:00:00Z');
  const writes = Array.from({ length: 40 }, (_, i) => log(`row busy ${i}`, month + i));
  const [made] = await Promise.all([ensurePartitions(source, new Date('2034-04-01T00:00:00Z')), ...writes]);
  expect(made).toContain('logs_2034_04');
  const busy = Object.entries(await whereabouts()).filter(([content]) => content.startsWith('row busy'));
  expect(busy).toHaveLength(40);
  expect(new Set(busy.map(([, place]) => place))).toEqual(new Set(['logs_2034_04']));
});
