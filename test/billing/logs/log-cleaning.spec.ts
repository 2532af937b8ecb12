import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { OldLogsRepository } from '../../../server/billing/logs/old-logs.repository.js';
import { OldLogsService } from '../../../server/billing/logs/old-logs.service.js';
import { OptionsService } from '../../../server/options/options.service.js';
import { EventBus } from '../../../server/core/redis/events.js';
import { ensurePartitions } from '../../../server/database/partitions.js';
import { Management, type Visitor } from '../../setup/management.js';
import { until } from '../../setup/until.js';

let gateway: Management;
let root: Visitor;
let source: DataSource;
const now = Math.floor(Date.now() / 1000);
const DAY = 86_400;

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  source = gateway.app.get<DataSource>(getDataSourceToken());
});
afterAll(() => gateway?.close());
beforeEach(() => gateway.sql('DELETE FROM logs'));

/** Rows one second apart from `from` on. */
const add = (count: number, from: number) =>
  gateway.sql(
    `INSERT INTO logs (user_id, type, created_at, content) SELECT 1, 2, $2 + n, 'old' FROM generate_series(0, $1 - 1) n`,
    [count, from],
  );
const left = async () =>
  (await gateway.sql<{ count: number }>(`SELECT count(*) AS count FROM logs WHERE content = 'old'`))[0]!
    .count;
const clean = (target: unknown) => root.delete<number>(`/api/log/?target_timestamp=${String(target)}`);
/** As another process has it. */
const oldLogs = () =>
  new OldLogsService(
    new OldLogsRepository(source),
    gateway.app.get(EventBus),
    gateway.app.get(OptionsService),
  );
const waiting = () => gateway.sql('SELECT created_before FROM log_deletions');
const partitions = async () =>
  (
    await gateway.sql<{ name: string }>(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'logs'::regclass`)
  ).map(({ name }) => name);

test.each(['', '0', 'NaN', '-5', 'tomorrow', '1e9'])(
  'without a time (%j) nothing is deleted',
  async (target) => {
    await add(3, now - DAY);
    expect(await clean(target)).toMatchObject({ success: false, message: 'target timestamp is required' });
    expect(await left()).toBe(3);
  },
);

test('rows before the time go, the others stay, and the log says who did it', async () => {
  await add(10, now - DAY);
  await gateway.sql('DELETE FROM logs WHERE type <> 2');
  expect(await clean(now - DAY + 4)).toMatchObject({ success: true, data: 4 });
  expect(await left()).toBe(6);
  expect(await clean(`${now - DAY + 5}.999`)).toMatchObject({ data: 2 });
  expect(await left()).toBe(4);
  const [row] = await gateway.sql<{ content: string; username: string; other: string }>(
    'SELECT content, username, other FROM logs WHERE type = 3 ORDER BY id LIMIT 1',
  );
  expect(row).toMatchObject({ content: '管理员删除了 4 条历史日志', username: 'root' });
  expect(JSON.parse(row!.other)).toEqual({
    text: { code: 'logs_deleted', params: { count: 4 } },
    admin_info: { admin_id: 1, admin_username: 'root', target_timestamp: now - DAY + 4, count: 4 },
  });
});

test('a time in the future deletes what there is, but not the row that says so', async () => {
  await add(5, now - DAY);
  await clean(now + 10 * DAY);
  expect(await left()).toBe(0);
  expect(await gateway.sql('SELECT 1 FROM logs WHERE type = 3')).toHaveLength(1);
});

test('whole months go with their partition; newer rows of others are not touched', async () => {
  const march = Date.UTC(2024, 2, 10) / 1000;
  const april = Date.UTC(2024, 3, 10) / 1000;
  await add(2500, march);
  await add(1500, april);
  await ensurePartitions(source, new Date());
  expect(await partitions()).toEqual(expect.arrayContaining(['logs_2024_03', 'logs_2024_04']));
  expect((await clean(april + 1200)).data).toBe(3700);
  expect(await partitions()).not.toContain('logs_2024_03');
  expect(await partitions()).toContain('logs_2024_04');
  expect(await left()).toBe(300);
});

test('a month somebody is reading is emptied in batches instead of being waited for', async () => {
  const may = Date.UTC(2024, 4, 10) / 1000;
  await add(1100, may);
  await ensurePartitions(source, new Date());
  const reader = source.createQueryRunner();
  await reader.startTransaction();
  await reader.query('SELECT 1 FROM logs_2024_05 LIMIT 1');
  expect((await clean(may + 40 * DAY)).data).toBe(1100);
  await reader.rollbackTransaction();
  await reader.release();
  expect(await partitions()).toContain('logs_2024_05');
  expect(await left()).toBe(0);
});

test('more than ten thousand rows are counted at once and deleted by the worker', async () => {
  await add(10_500, now - DAY);
  expect((await clean(now - DAY + 10_400)).data).toBe(10_400);
  expect(await left()).toBe(10_500);
  expect(await waiting()).toEqual([{ created_before: now - DAY + 10_400 }]);
  const worker = oldLogs();
  expect(await worker.carryOut()).toBe(1);
  expect(await left()).toBe(100);
  expect(await worker.carryOut()).toBe(0);
  expect(await waiting()).toEqual([]);
});

test('two deletions at once are harmless', async () => {
  await add(5000, now - DAY);
  await Promise.all([clean(now), clean(now), oldLogs().delete(now)]);
  expect(await left()).toBe(0);
});

test('what another process deleted is in no sum any more', async () => {
  const sum = async () => (await root.get<{ quota: number }>('/api/log/stat')).data.quota;
  await add(100, now - 10 * DAY);
  await gateway.sql('UPDATE logs SET quota = 7');
  expect(await sum()).toBe(700);
  await oldLogs().delete(now - 10 * DAY + 60);
  await until(async () => (await sum()) === 280);
});

test('users delete nothing', async () => {
  const alice = await gateway.user('alice');
  expect((await alice.delete(`/api/log/?target_timestamp=${now}`)).message).toBe('无权进行此操作，权限不足');
});
