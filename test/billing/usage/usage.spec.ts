import {
  usageResponse,
  type UsageChartResponse,
  type UsageResponse,
} from '../../../server/contract/resources/usage.js';
import { Management, type Visitor } from '../../setup/management.js';

let gateway: Management;
let root: Visitor;
let uma: Visitor;

const HOUR = 3600;
/** A full hour, Unix seconds. */
const START = 1_700_002_800;
const MONTH = 2_592_000;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  uma = await gateway.user('uma');
  const thisHour = Math.floor(Date.now() / 1000 / HOUR) * HOUR;
  const rows: [number, string, string, number, number][] = [
    [1, 'root', 'gpt-4o', START, 10],
    [uma.id, 'uma', 'gpt-4o', START, 5],
    [uma.id, 'uma', 'claude', START, 7],
    [uma.id, 'uma', 'gpt-4o', START + HOUR, 1],
    [uma.id, 'uma', 'gpt-4o', thisHour, 3],
  ];
  for (const row of rows)
    await gateway.sql(
      `INSERT INTO quota_data (user_id, username, model_name, created_at, quota, token_used, count)
       VALUES ($1, $2, $3, $4, $5, 100, 2)`,
      row,
    );
});
afterAll(() => gateway?.close());

const ask = async (who: Visitor, path: string) =>
  (await who.get<UsageResponse[]>(path)).data.map((row) => usageResponse.parse(row));
const brief = (rows: UsageResponse[]) => rows.map((row) => [row.created_at, row.model_name, row.quota]);
const span = `start_timestamp=${START}&end_timestamp=${START + HOUR}&default_time=hour`;

test('administrators see every model of every hour, summed over all users, oldest first', async () => {
  const rows = await ask(root, `/api/data/?${span}`);
  expect(brief(rows)).toEqual([
    [START, 'claude', 7],
    [START, 'gpt-4o', 15],
    [START + HOUR, 'gpt-4o', 1],
  ]);
  expect(rows[1]).toEqual({
    id: 0,
    user_id: 0,
    username: '',
    model_name: 'gpt-4o',
    created_at: START,
    token_used: 200,
    count: 4,
    quota: 15,
  });
});

test('by a name they see the rows of that user', async () => {
  const rows = await ask(root, `/api/data/?${span}&username=root`);
  expect(rows).toMatchObject([{ user_id: 1, username: 'root', model_name: 'gpt-4o', quota: 10 }]);
  expect(await ask(root, `/api/data/?${span}&username=nobody`)).toEqual([]);
});

test('users see their own, whatever name they ask for, and a month at most', async () => {
  expect(brief(await ask(uma, `/api/data/self/?${span}&username=root`))).toEqual([
    [START, 'claude', 7],
    [START, 'gpt-4o', 5],
    [START + HOUR, 'gpt-4o', 1],
  ]);
  const long = (seconds: number) =>
    uma.get(`/api/data/self?start_timestamp=${START}&end_timestamp=${START + seconds}`);
  expect((await long(MONTH)).success).toBe(true);
  expect(await long(MONTH + 1)).toMatchObject({ status: 200, message: '时间跨度不能超过 1 个月' });
});

test('without an end it is now, this hour included', async () => {
  for (const query of ['', '?start_timestamp=NaN&end_timestamp=undefined'])
    expect((await ask(uma, `/api/data/self${query}`)).map(({ quota }) => quota)).toEqual([3]);
});

describe('hours of time zones that differ by less than an hour', () => {
  /** Midnight of a day in India (+05:30) and in Nepal (+05:45), long ago. */
  const DAY = 20_000 * 86_400;
  const [india, nepal] = [DAY - 19_800, DAY - 20_700];
  const enter = (at: number, quota: number) =>
    gateway.sql(
      `INSERT INTO quota_data (user_id, username, model_name, created_at, quota, token_used, count)
       VALUES ($1, 'uma', 'gpt-4o', $2, $3, 1, 1)`,
      [uma.id, at, quota],
    );
  beforeAll(async () => {
    for (const [index, at] of [nepal - 900, nepal, india, india + 3600].entries())
      await enter(at, 2 ** index);
  });

  test.each([
    [
      '+05:30',
      19_800,
      india,
      [
        [india, 'gpt-4o', 4],
        [india + 3600, 'gpt-4o', 8],
      ],
    ],
    [
      '+05:45',
      20_700,
      nepal,
      [
        [nepal, 'gpt-4o', 2 + 4],
        [nepal + 3600, 'gpt-4o', 8],
      ],
    ],
    [
      '-18:30, the same hours',
      -66_600,
      india,
      [
        [india, 'gpt-4o', 4],
        [india + 3600, 'gpt-4o', 8],
      ],
    ],
  ])('%s', async (_zone, offset, from, expected) => {
    const span = `start_timestamp=${from}&end_timestamp=${from + 86_399}&offset=${offset}`;
    for (const path of [`/api/data/self/?${span}`, `/api/data/?${span}&username=uma`, `/api/data/?${span}`])
      expect([path, brief(await ask(path.includes('self') ? uma : root, path))]).toEqual([path, expected]);
  });

  test('an hour that contains midnight UTC is complete, whichever days were read before', async () => {
    await enter(DAY - 900, 100);
    await enter(DAY, 1000);
    const sumOf = async (from: number, to: number) => {
      const rows = await ask(root, `/api/data/?start_timestamp=${from}&end_timestamp=${to}&offset=1800`);
      return rows.reduce((sum, { quota }) => sum + quota, 0);
    };
    expect(await sumOf(DAY - 86_400, DAY + 86_399)).toBe(15 + 1100);
    expect(await sumOf(DAY, DAY + 86_399)).toBe(1000);
    expect(await sumOf(DAY - 86_400, DAY - 1)).toBe(115);
  });
});

test('for a chart, the same sums are lists of numbers, by days and weeks of a time zone', async () => {
  const chart = async (who: Visitor, path: string) => (await who.get<UsageChartResponse>(path)).data;
  const range = `start_timestamp=${START}&end_timestamp=${START + HOUR}`;
  const hours = await chart(root, `/api/data/chart?${range}&grain=hour`);
  expect(hours).toEqual({
    times: [START, START + HOUR],
    models: ['claude', 'gpt-4o'],
    cells: [
      [0, 0, 7, 2, 100],
      [0, 1, 15, 4, 200],
      [1, 1, 1, 2, 100],
    ],
  });
  const day = Date.parse('2023-11-15T00:00+08:00') / 1000;
  const days = await chart(uma, `/api/data/self/chart?${range}&grain=day&time_zone=Asia/Shanghai`);
  expect(days).toEqual({
    times: [day],
    models: ['claude', 'gpt-4o'],
    cells: [
      [0, 0, 7, 2, 100],
      [0, 1, 6, 4, 200],
    ],
  });
  const weeks = await chart(
    root,
    `/api/data/chart?${range}&grain=week&time_zone=Asia/Shanghai&username=root`,
  );
  expect(weeks).toEqual({ times: [day - 2 * 24 * HOUR], models: ['gpt-4o'], cells: [[0, 0, 10, 2, 100]] });
  expect((await chart(root, `/api/data/chart?${range}&grain=all`)).times).toHaveLength(1);
  expect((await uma.get(`/api/data/self/chart?${range}&time_zone=Moon`)).extras.code).toBe(
    'cost_time_zone_unknown',
  );
  expect((await uma.get(`/api/data/self/chart?start_timestamp=1&end_timestamp=${MONTH + 2}`)).success).toBe(
    false,
  );
});
