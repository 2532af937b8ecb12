import { ClosedDays, closedWithin, DAY_SECONDS } from '../../../server/billing/logs/closed-days.js';
import { totalSeenFrom } from '../../../server/core/totals.js';
import { Management, type Visitor } from '../../setup/management.js';

interface LogList {
  items: { id: number; created_at: number; model_name: string }[];
  total: number;
}

/** More than totals are counted to; one row an hour, so more than a year of them. */
const ROWS = 12_000;
const HOUR = 3600;

let gateway: Management;
let root: Visitor;
let newest: number;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  newest = Math.floor(Date.now() / 1000) - 60;
  await gateway.sql(
    `INSERT INTO logs (created_at, user_id, type, model_name, quota)
     SELECT $1::bigint - (i - 1) * ${HOUR}, 77, 2, CASE WHEN i % 1000 = 0 THEN 'rare_model' ELSE 'usual-model' END, i
     FROM generate_series(1, ${ROWS}) i`,
    [newest],
  );
  await gateway.sql('ANALYZE logs');
});

afterAll(() => gateway.close());

test('a page far down holds the rows that belong there', async () => {
  const { data } = await root.get<LogList>('/api/log/?type=2&p=51&page_size=100');
  expect(data.items.map((row) => row.created_at)).toEqual(
    Array.from({ length: 100 }, (_, index) => newest - (5000 + index) * HOUR),
  );
});

test('a long list has a total near the truth, and exactly the truth on its last page', async () => {
  const first = await root.get<LogList>('/api/log/?type=2&p=1&page_size=100');
  expect(first.data.total).toBeGreaterThan(ROWS * 0.8);
  expect(first.data.total).toBeLessThan(ROWS * 1.2);
  const last = await root.get<LogList>('/api/log/?type=2&p=172&page_size=70');
  expect(last.data.items).toHaveLength(ROWS - 171 * 70);
  expect(last.data.total).toBe(ROWS);
});

test('a short list has an exact total', async () => {
  const { data } = await root.get<LogList>('/api/log/?model_name=rare_model&p=1');
  expect(data.total).toBe(ROWS / 1000);
});

test('a pattern finds names anywhere in them, and an underscore is no wildcard', async () => {
  const found = async (pattern: string) =>
    (await root.get<LogList>(`/api/log/?p=1&model_name=${encodeURIComponent(pattern)}`)).data.total;
  expect(await found('%are_mod%')).toBe(ROWS / 1000);
  expect(await found('usual_%')).toBe(0);
  expect(await found('%nothing%')).toBe(0);
});

test('sums over any span are exact, asked once or again', async () => {
  const sum = async (from: number, to: number) =>
    (await root.get<{ quota: number }>(`/api/log/stat?start_timestamp=${from}&end_timestamp=${to}`)).data
      .quota;
  const expected = (from: number, to: number) => {
    let total = 0;
    for (let row = 1; row <= ROWS; row++) {
      const at = newest - (row - 1) * HOUR;
      if (at >= from && at <= to) total += row;
    }
    return total;
  };
  const day = Math.floor(newest / DAY_SECONDS) * DAY_SECONDS;
  for (const [from, to] of [
    [newest - 1000 * HOUR, newest],
    [newest - 1000 * HOUR, newest - 400 * HOUR],
    [day - 20 * DAY_SECONDS, day - 10 * DAY_SECONDS],
    [day - 20 * DAY_SECONDS, day - 10 * DAY_SECONDS - 1],
    [day - 40 * DAY_SECONDS + 5, day - 40 * DAY_SECONDS + 9000],
    [-999_999_999_999_999, 999_999_999_999_999],
  ] as const) {
    expect(await sum(from, to)).toBe(expected(from, to));
    expect(await sum(from, to)).toBe(expected(from, to));
  }
  const all = await root.get<{ quota: number }>('/api/log/stat');
  expect(all.data.quota).toBe((ROWS * (ROWS + 1)) / 2);
});

test('what was deleted is in no sum any more', async () => {
  await root.get('/api/log/stat');
  await root.delete(`/api/log/?target_timestamp=${newest - 11_000 * HOUR}`);
  const kept = 11_001;
  const { data } = await root.get<{ quota: number }>('/api/log/stat');
  expect(data.quota).toBe((kept * (kept + 1)) / 2);
});

test('an estimate gives way to what a page shows', () => {
  const page = { page: 1, size: 10, offset: 50_000 };
  expect(totalSeenFrom(page, 4, 80_000)).toBe(50_004);
  expect(totalSeenFrom(page, 0, 80_000)).toBe(50_000);
  expect(totalSeenFrom(page, 10, 20_000)).toBe(50_011);
  expect(totalSeenFrom(page, 10, 80_000)).toBe(80_000);
  expect(totalSeenFrom(page, 0, 9000)).toBe(9000);
});

test('what was read while everything was forgotten is not remembered', async () => {
  const days = new ClosedDays<number>();
  const span = { from: 0, to: DAY_SECONDS };
  const read = (value: number, meanwhile?: () => void) =>
    days.read('question', span, 0, () => {
      meanwhile?.();
      return Promise.resolve(new Map([[0, value]]));
    });
  expect(await read(1, () => days.clear())).toEqual([1]);
  expect(await read(2)).toEqual([2]);
  expect(await read(3)).toEqual([2]);
  days.clear();
  expect(await read(4)).toEqual([4]);
});

test('a day is closed when it is over for a day', () => {
  const now = 100 * DAY_SECONDS + 5;
  expect(closedWithin(0, now, now)).toEqual({ from: 0, to: 99 * DAY_SECONDS });
  expect(closedWithin(1, 98 * DAY_SECONDS - 1, now)).toEqual({ from: DAY_SECONDS, to: 98 * DAY_SECONDS });
  expect(closedWithin(99 * DAY_SECONDS, now, now)).toBeUndefined();
});
