import { usageResponse, type UsageResponse } from '../../../server/contract/resources/usage.js';
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
