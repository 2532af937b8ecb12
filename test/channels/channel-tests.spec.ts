import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import type { ChannelResponse } from '../../server/contract/resources/channels/channel.js';
import { ChannelRegistry } from '../../server/channels/channel-registry.js';
import { DisabledKeys } from '../../server/channels/keys/disabled-keys.service.js';
import {
  channelJobResponse,
  type ChannelJobResponse,
} from '../../server/contract/resources/channels/channel-job.js';
import { ChannelTestQueue } from '../../server/channels/testing/channel-test-queue.service.js';
import { REDIS } from '../../server/core/injection.js';
import { WorkerModule } from '../../worker/worker.module.js';
import { ScriptedUpstream } from '../doubles/scripted-upstream.js';
import { Management, type Visitor } from '../setup/management.js';
import { until } from '../setup/until.js';

let gateway: Management;
let root: Visitor;
let upstream: ScriptedUpstream;
const workers: INestApplicationContext[] = [];

async function startWorker(): Promise<INestApplicationContext> {
  const worker = await NestFactory.createApplicationContext(WorkerModule, { logger: ['error', 'warn'] });
  workers.push(worker);
  return worker;
}

beforeAll(async () => {
  gateway = await Management.start();
  root = await gateway.root();
  upstream = await ScriptedUpstream.start();
});

beforeEach(async () => {
  await gateway.sql('DELETE FROM channels');
  await gateway.sql('DELETE FROM outbox');
  await gateway.sql(`UPDATE users SET email = 'root@example.com' WHERE id = 1`);
  upstream.clear();
  await options({
    SMTPServer: '127.0.0.1',
    SMTPFrom: 'gateway@example.com',
    AutomaticDisableChannelEnabled: 'false',
    AutomaticEnableChannelEnabled: 'false',
    ChannelDisableThreshold: '5',
  });
});

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});

async function options(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) {
    const { success, message } = await root.put('/api/option/', { key, value });
    if (!success) throw new Error(`${key}: ${message}`);
  }
}

/** Makes a channel with a model of its own name and returns its number. */
async function channel(name: string, fields: Record<string, unknown> = {}): Promise<number> {
  const form = { type: 1, name, key: 'sk-x', models: name, base_url: upstream.url, ...fields };
  const { success, message } = await root.post('/api/channel/', form);
  if (!success) throw new Error(message);
  return (await root.get<ChannelResponse[]>('/api/channel/?page_size=1&id_sort=true')).data[0]!.id;
}

const read = async (id: number) => (await root.get<ChannelResponse>(`/api/channel/${id}`)).data;
const status = async () => (await root.get<ChannelJobResponse>('/api/channel/test/status')).data;
const state = async () => (await status()).state;
const titles = async () =>
  (
    await gateway.sql<{ title: string }>(
      `SELECT message::json->'notice'->>'title' AS title FROM outbox ORDER BY id`,
    )
  ).map(({ title }) => title);

/** Asks for a run and waits for its end. */
async function run(): Promise<ChannelJobResponse> {
  const { message } = await root.get('/api/channel/test');
  if (message !== '') throw new Error(message);
  await until(async () => ['done', 'failed'].includes(await state()));
  const ended = await status();
  expect(channelJobResponse.parse(ended)).toEqual(ended);
  return ended;
}

const refused = { refuse: { status: 401, message: 'key revoked' } };
const late = { headersAfterMs: 1300 };

test('a run asks every channel but those disabled by hand, and says how it went', async () => {
  expect(await status()).toMatchObject({ state: 'idle', total: 0, finished_at: 0 });
  const good = await channel('good');
  const byHand = await channel('by-hand', { status: 2 });
  const drawing = await channel('drawing');
  await gateway.sql('UPDATE channels SET type = 2 WHERE id = $1', [drawing]);
  const broken = await channel('broken');
  upstream.forModel('broken', refused);
  await startWorker();
  expect(await run()).toMatchObject({
    state: 'done',
    total: 3,
    done: 3,
    skipped: 1,
    failed: 1,
    disabled: 0,
    enabled: 0,
    error: '',
    finished_at: expect.any(Number),
  });
  expect((await read(good)).test_time).toBeGreaterThan(0);
  expect(await read(broken)).toMatchObject({ status: 1 });
  expect((await read(broken)).test_time).toBeGreaterThan(0);
  expect(await read(byHand)).toMatchObject({ status: 2, test_time: 0 });
  expect(await read(drawing)).toMatchObject({ status: 1, test_time: 0 });
  expect(new Set(upstream.requests.map(({ model }) => model))).toEqual(new Set(['good', 'broken']));
  expect(upstream.requests).toHaveLength(2);
  expect(await titles()).toEqual(['渠道测试完成']);
  await until(async () => (await tests('good')).length === 1);
  expect(await tests('good')).toEqual([{ quota: 0, user_id: 1 }]);
  expect(await tests('broken')).toEqual([]);
});

/** Rows the tests of a model left in the log; the worker writes them a little later. */
const tests = (model: string) =>
  gateway.sql(`SELECT quota::int, user_id::int FROM logs WHERE content = '模型测试' AND model_name = $1`, [
    model,
  ]);

test('a test that fails is stored with its reason, and leaves the response time of the last one that worked', async () => {
  const id = await channel('verdict');
  const dead = await channel('dead', { base_url: 'http://127.0.0.1:9' });
  expect(await read(id)).toMatchObject({ response_time: 0, test_time: 0, last_test: null });
  expect(await root.get(`/api/channel/test/${id}`)).toMatchObject({ success: true });
  const worked = await read(id);
  const { last_test: passed } = worked;
  expect(passed).toEqual({
    ok: true,
    code: '',
    message: '',
    milliseconds: worked.response_time,
    at: worked.test_time,
    model: 'verdict',
  });
  // As no test takes, so that a written time is seen.
  await gateway.sql('UPDATE channels SET response_time = 123456 WHERE id = $1', [id]);
  upstream.forModel('verdict', { refuse: { status: 401, message: `key sk-x revoked ${'.'.repeat(600)}` } });
  for (const id of [dead, worked.id])
    expect(await root.get(`/api/channel/test/${id}`)).toMatchObject({ success: false });
  const failed = await read(id);
  expect(failed).toMatchObject({
    response_time: 123456,
    last_test: { ok: false, code: 'channel_test_failed', model: 'verdict', at: failed.test_time },
  });
  expect(failed.last_test?.message).toMatch(/^status code 401: key (?!sk-x).* revoked \.+$/);
  expect(failed.last_test?.message.length).toBeLessThanOrEqual(500);
  const refusedConnection = await read(dead);
  expect(refusedConnection).toMatchObject({ response_time: 0, last_test: { ok: false } });
  expect(refusedConnection.test_time).toBeGreaterThan(0);
  expect(refusedConnection.last_test?.message).toContain('ECONNREFUSED');
});

test('a result is stored whatever characters its message and its model contain, and within its limits', async () => {
  const model = 'm'.repeat(250);
  const id = await channel('long-model', { models: model });
  const prefix = 'status code 401: ';
  const answers = [
    // The emoji is the characters 499 and 500.
    ['x'.repeat(499 - prefix.length) + '😀 and more', 'x'.repeat(499 - prefix.length)],
    ['half \ud83d of \0 an emoji', 'half \ufffd of  an emoji'],
  ];
  for (const [message = '', stored] of answers) {
    upstream.forModel(model, { refuse: { status: 401, message } });
    expect(await root.get(`/api/channel/test/${id}`)).toMatchObject({
      status: 200,
      extras: { code: 'channel_test_failed' },
    });
    const { last_test: test } = await read(id);
    expect(test).toMatchObject({ ok: false, message: prefix + stored, model: 'm'.repeat(200) });
  }
});

test('a run stores results as tests by hand do; a channel that cannot be tested has none', async () => {
  const good = await channel('good');
  const broken = await channel('broken');
  const drawing = await channel('drawing');
  await gateway.sql('UPDATE channels SET type = 2 WHERE id = $1', [drawing]);
  await root.post('/api/channel/fix', {});
  upstream.forModel('broken', refused);
  await startWorker();
  await run();
  expect(await read(good)).toMatchObject({ last_test: { ok: true, message: '', model: 'good' } });
  expect(await read(broken)).toMatchObject({
    response_time: 0,
    last_test: { ok: false, message: 'status code 401: key revoked', model: 'broken' },
  });
  await root.get(`/api/channel/test/${drawing}`);
  expect(await read(drawing)).toMatchObject({ test_time: 0, last_test: null });
  const failed = await root.get<ChannelResponse[]>('/api/channel/?test=failed');
  expect(failed.data.map(({ id }) => id)).toEqual([broken]);
});

test('with automatic disabling the broken and the slow go, except those that may not', async () => {
  await options({ AutomaticDisableChannelEnabled: 'true', ChannelDisableThreshold: '1' });
  const broken = await channel('broken');
  const spared = await channel('spared', { auto_ban: 0 });
  const slow = await channel('slow');
  const overloaded = await channel('overloaded');
  upstream.forModel('broken', refused);
  upstream.forModel('spared', refused);
  upstream.forModel('slow', late);
  upstream.forModel('overloaded', { refuse: { status: 503, message: 'later' } });
  await startWorker();
  expect(await run()).toMatchObject({ state: 'done', failed: 3, disabled: 2 });
  expect(await read(spared)).toMatchObject({ status: 1 });
  expect(await read(overloaded)).toMatchObject({ status: 1 });
  const reason = async (id: number): Promise<unknown> => {
    const { status: now, other_info: info } = await read(id);
    expect(now).toBe(3);
    return JSON.parse(info).status_reason;
  };
  expect(await reason(broken)).toBe('status code 401: key revoked');
  expect(await reason(slow)).toMatch(/^响应时间 \d+\.\d\ds 超过阈值 1\.00s$/);
  expect((await titles()).sort()).toEqual(
    ['渠道测试完成', `渠道「broken」（#${broken}）已被禁用`, `渠道「slow」（#${slow}）已被禁用`].sort(),
  );
  expect((await root.get<string[]>('/api/channel/models_enabled')).data).toEqual(['overloaded', 'spared']);
});

test('of a channel with several keys the refused one goes, and the channel with the last', async () => {
  await options({ AutomaticDisableChannelEnabled: 'true' });
  const id = await channel('several', { key: 'sk-one\nsk-two', setting: '{"multi_key":true}' });
  upstream.forModel('several', refused);
  await startWorker();
  expect(await run()).toMatchObject({ failed: 1, disabled: 1 });
  expect(await read(id)).toMatchObject({ status: 3 });
  expect(new Set(upstream.requests.map(({ headers }) => headers.authorization))).toEqual(
    new Set(['Bearer sk-one', 'Bearer sk-two']),
  );
});

test('a key that others set aside while it was tested does not take the channel with it', async () => {
  await options({ AutomaticDisableChannelEnabled: 'true' });
  const id = await channel('shared', { key: 'sk-one\nsk-two', setting: '{"multi_key":true}' });
  let answer!: () => void;
  const headersAfter = new Promise<void>((resolve) => (answer = resolve));
  upstream.forModel('shared', { ...refused, headersAfter });
  const worker = await startWorker();
  const running = run();
  await until(() => upstream.requests.length === 1);
  upstream.clear();
  await worker.get(DisabledKeys, { strict: false }).disable(id, 0, 'refused elsewhere');
  await worker.get(ChannelRegistry, { strict: false }).refresh();
  answer();
  expect(await running).toMatchObject({ failed: 1, disabled: 0 });
  expect(await read(id)).toMatchObject({ status: 1 });
});

test('a slow channel stays while nothing is disabled automatically, or no limit is set', async () => {
  const slow = await channel('slow');
  upstream.forModel('slow', late);
  await options({ ChannelDisableThreshold: '1' });
  await startWorker();
  expect(await run()).toMatchObject({ disabled: 0, failed: 0 });
  await options({ AutomaticDisableChannelEnabled: 'true', ChannelDisableThreshold: '0' });
  expect(await run()).toMatchObject({ disabled: 0, failed: 0 });
  expect(await read(slow)).toMatchObject({ status: 1 });
  expect((await read(slow)).response_time).toBeGreaterThan(1200);
});

test('what was disabled automatically and works again comes back, if that is wanted', async () => {
  const back = await channel('back');
  const still = await channel('still');
  upstream.forModel('still', refused);
  await gateway.sql(`UPDATE channels SET status = 3, other_info = '{"status_reason":"x"}'`);
  await root.post('/api/channel/fix', {});
  await startWorker();
  expect(await run()).toMatchObject({ enabled: 0 });
  await options({ AutomaticEnableChannelEnabled: 'true' });
  expect(await run()).toMatchObject({ enabled: 1, failed: 1 });
  expect(await read(back)).toMatchObject({ status: 1, other_info: '' });
  expect(await read(still)).toMatchObject({ status: 3 });
  expect((await root.get<string[]>('/api/channel/models_enabled')).data).toEqual(['back']);
  expect(await titles()).toContain(`渠道「back」（#${back}）已被启用`);
});

test('of many runs asked for at once one starts, and the next one when it is through', async () => {
  await channel('late');
  upstream.forModel('late', late);
  await Promise.all([startWorker(), startWorker()]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => root.get('/api/channel/test')));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const { success, message } of answers) expect(message).toBe(success ? '' : '测试已在运行中');
  // A run begins a moment before its channels are counted.
  await until(async () => (await status()).total === 1);
  expect(await status()).toMatchObject({ state: 'running', done: 0, finished_at: 0 });
  await until(async () => (await state()) === 'done');
  expect(upstream.requests).toHaveLength(1);
  expect(await run()).toMatchObject({ state: 'done', done: 1 });
});

test('a worker that stops hands its run back, and the next one goes on where it was', async () => {
  for (let number = 0; number < 8; number++) await channel(`quick-${number}`);
  await channel('silent');
  upstream.forModel('silent', { connection: 'silent' });
  const first = await startWorker();
  expect((await root.get('/api/channel/test')).success).toBe(true);
  await until(async () => (await status()).done === 8);
  await first.close();
  workers.length = 0;
  expect(await state()).toBe('waiting');
  expect((await root.get('/api/channel/test')).message).toBe('测试已在运行中');
  upstream.clear();
  await startWorker();
  await until(async () => (await state()) === 'done');
  expect(await status()).toMatchObject({ total: 9, done: 9, failed: 0 });
  expect(upstream.requests.map(({ model }) => model)).toEqual(['silent']);
});

test('a worker that starts takes up a run that waits when it knows the channels, not before', async () => {
  for (let number = 0; number < 3; number++) await channel(`waiting-${number}`);
  expect((await root.get('/api/channel/test')).success).toBe(true);
  const lock = gateway.app.get(DataSource).createQueryRunner();
  await lock.startTransaction();
  await lock.query('LOCK TABLE abilities');
  const starting = startWorker();
  try {
    await until(async () => (await waiting()) > 0);
    // Long enough for a worker that would not wait; a slow machine makes the test weaker, not red.
    await sleep(300);
  } finally {
    await lock.rollbackTransaction();
    await lock.release();
  }
  await starting;
  await until(async () => (await state()) === 'done');
  expect(await status()).toMatchObject({ total: 3, done: 3, skipped: 0 });
});

/** How many queries wait for a lock of somebody else. */
async function waiting(): Promise<number> {
  const [row] = await gateway.sql<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return row?.count ?? 0;
}

test('the clock begins one run for all workers: silent, and in the name of the super administrator', async () => {
  await channel('by-the-clock');
  process.env.CHANNEL_TEST_FREQUENCY = '1';
  try {
    await Promise.all([startWorker(), startWorker()]);
  } finally {
    delete process.env.CHANNEL_TEST_FREQUENCY;
  }
  await until(async () => (await tests('by-the-clock')).length > 0);
  await until(async () => (await state()) === 'done');
  expect(await tests('by-the-clock')).toEqual([{ quota: 0, user_id: 1 }]);
  expect(upstream.requests).toHaveLength(1);
  expect(await titles()).toEqual([]);
});

test('models that make vectors are asked for vectors, those that rank for an order', async () => {
  const id = await channel('some');
  const ask = (model: string) => root.get(`/api/channel/test/${id}?model=${model}`);
  expect(await ask('text-embedding-3-small')).toMatchObject({ success: true, message: '' });
  expect(upstream.last).toMatchObject({ path: '/v1/embeddings', json: { input: ['hello world'] } });
  expect(await ask('bge-reranker-v2')).toMatchObject({ success: true, message: '' });
  expect(upstream.last).toMatchObject({ path: '/v1/rerank', json: { query: 'hi' } });
  expect(await ask('gpt-4o')).toMatchObject({ success: true, message: '' });
  expect(upstream.last.path).toBe('/v1/chat/completions');
  const drawn = await ask('dall-e-3');
  expect(drawn).toMatchObject({ success: false, message: 'model dall-e-3 cannot be tested with a question' });
});

test('a provider that only streams is tested with a stream', async () => {
  const app = await channel('app', { type: 37 });
  expect(await root.get(`/api/channel/test/${app}`)).toMatchObject({ success: true, message: '' });
  expect(upstream.last.json).toMatchObject({ query: 'hi', response_mode: 'streaming' });
  upstream.next('bad-key');
  expect(await root.get(`/api/channel/test/${app}`)).toMatchObject({ success: false });
});

test('ordinary users neither start runs nor see them', async () => {
  const user = await gateway.user('plain');
  for (const path of ['/api/channel/test', '/api/channel/test/status'])
    expect(await user.get(path)).toMatchObject({ success: false, message: '无权进行此操作，权限不足' });
});

test('a run is lost with Redis, begun or not; it ends, and a new one can start', async () => {
  for (let number = 0; number < 7; number++) await channel(`late-${number}`, { models: 'late' });
  upstream.forModel('late', late);
  const redis = gateway.app.get<Redis>(REDIS);
  const runs = gateway.app.get(ChannelTestQueue, { strict: false });
  expect(await runs.start()).toBe(true);
  await redis.flushdb();
  expect((await runs.state()).state).toBe('idle');
  expect(await runs.start()).toBe(true);
  expect(await runs.start()).toBe(false);
  await startWorker();
  await until(() => upstream.requests.length === 5);
  await redis.flushdb();
  await until(async () => (await runs.start()) && (await runs.state()).state !== 'idle');
  await until(async () => (await runs.state()).state === 'done');
  expect(await runs.state()).toMatchObject({ total: 7, done: 7, failed: 0 });
  // Five of the run that was lost, and none after it knew.
  expect(upstream.requests).toHaveLength(12);
});
