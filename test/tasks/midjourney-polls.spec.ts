import { Logger } from '@nestjs/common';
import type { ServerResponse } from 'node:http';
import { TaskPoller } from '../../server/tasks/engine/task-poller.js';
import { MidjourneyUpstream, send } from '../doubles/midjourney-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { until } from '../setup/until.js';
import { expectBalancedLedger, passDeadlines, poll, rowsOf, USD } from './task-gateway.js';

const DRAWINGS = 10_000;

let gateway: Gateway;
let proxy: MidjourneyUpstream;
let key: string;
let channel: number;

beforeAll(async () => {
  proxy = await MidjourneyUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken();
  channel = await gateway.addChannel({
    type: 2,
    key: 'mj-secret',
    base_url: proxy.url,
    models: 'mj_imagine',
  });
});
afterAll(async () => {
  await gateway?.close();
  await proxy?.close();
});
beforeEach(async () => {
  proxy.reset();
  await gateway.sql('DELETE FROM midjourneys');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(10 * USD);
});

const imagine = async () => {
  const response = await gateway.relay('/mj/submit/imagine', key, { prompt: 'x' });
  return ((await response.json()) as { result: string }).result;
};
const row = async () => (await rowsOf(gateway, 'drawing'))[0]!;

test('a failure that is reported twice is refunded once, and a later success changes nothing', async () => {
  const id = await imagine();
  Object.assign(proxy.latest, { status: 'FAILURE', progress: '100%', failReason: 'banned' });
  await poll(gateway);
  // As if the answer of another worker arrived late.
  await gateway.sql(`UPDATE midjourneys SET next_poll_at = now()`);
  await poll(gateway);
  Object.assign(proxy.latest, { status: 'SUCCESS', failReason: '', imageUrl: 'https://cdn.example/1.png' });
  await gateway.sql(`UPDATE midjourneys SET next_poll_at = now()`);
  await poll(gateway);
  expect(await row()).toMatchObject({
    status: 'FAILURE',
    progress: '100%',
    fail_reason: 'banned',
    settlement: 'refunded',
    image_url: '',
  });
  expect(await gateway.quota()).toBe(10 * USD);
  const refunds = await gateway.sql<{ content: string }>(
    "SELECT content FROM logs WHERE content LIKE '构图失败%'",
  );
  expect(refunds.map(({ content }) => content)).toEqual([`构图失败 ${id}，补偿 ＄0.100000 额度`]);
});

test.each<[string, object, string]>([
  ['FAILURE before the end', { status: 'FAILURE', progress: '50%' }, 'FAILURE'],
  ['a reason before the end', { status: 'IN_PROGRESS', progress: '50%', failReason: 'no' }, 'FAILURE'],
  ['cancelled', { status: 'CANCEL', progress: '0%' }, 'FAILURE'],
  ['success with a remark', { status: 'SUCCESS', progress: '100%', failReason: 'remark' }, 'SUCCESS'],
  ['complete without a status', { status: '', progress: '100%' }, 'SUBMITTED'],
  ['a status of a later release', { status: 'DREAMING', progress: '30%' }, 'SUBMITTED'],
  ['a window', { status: 'MODAL', progress: '0%' }, 'MODAL'],
])('%s', async (_case, report, status) => {
  await imagine();
  Object.assign(proxy.latest, report);
  await poll(gateway);
  expect(await row()).toMatchObject({ status });
  expect(await gateway.quota()).toBe(status === 'FAILURE' ? 10 * USD : 9.9 * USD);
});

const json = (response: ServerResponse, body: string) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

test.each<[string, (response: ServerResponse, id: string) => void]>([
  ['HTML', (response) => json(response, '<html>')],
  ['nothing', (response) => json(response, '')],
  ['null', (response) => json(response, 'null')],
  ['an object', (response) => json(response, '{"code":4}')],
  ['an error', (response) => send(response, 500, [])],
  ['a wrong key', (response) => send(response, 403, { code: 4, description: 'wrong' })],
  ['a limit', (response) => send(response, 429, {})],
  ['a broken connection', (response) => void response.destroy()],
  [
    'unknown tasks',
    (response) =>
      send(response, 200, [
        { id: 'nobody', status: 'FAILURE' },
        { id: 7, status: 'FAILURE' },
      ]),
  ],
  ['no tasks', (response) => send(response, 200, [null, 5, 'x', [], {}, { status: 'FAILURE' }])],
  [
    'tasks of wrong types',
    (response, id) =>
      send(response, 200, [
        {
          id,
          status: 5,
          progress: {},
          failReason: 7,
          startTime: 'x',
          buttons: 'x',
          properties: [],
          imageUrl: 3,
        },
      ]),
  ],
  [
    'nothing new, twice',
    (response, id) =>
      send(response, 200, [
        { id, status: 'SUBMITTED' },
        { id, status: 'FAILURE' },
      ]),
  ],
])('a poll answered by %s changes nothing', async (_case, respond) => {
  await imagine();
  const before = await row();
  proxy.onPoll = (response, { ids }) => respond(response, (ids as string[])[0]!);
  await poll(gateway);
  const { status, version, fail_reason, image_url, settlement } = await row();
  expect({ status, version, fail_reason, image_url, settlement }).toEqual({
    status: 'SUBMITTED',
    version: before.version,
    fail_reason: '',
    image_url: '',
    settlement: 'charged',
  });
});

test('files and broken characters in a report do no harm', async () => {
  await imagine();
  Object.assign(proxy.latest, {
    status: 'IN_PROGRESS',
    progress: '\ud800 50%',
    imageUrl: 'data:image/png;base64,AAAA',
    promptEn: 'a\0b\udfff',
    properties: { finalPrompt: 'x'.repeat(100_000) },
    buttons: [{ label: '\0' }],
  });
  await poll(gateway);
  expect(await row()).toMatchObject({
    status: 'IN_PROGRESS',
    image_url: '',
    prompt_en: 'ab\ufffd',
    properties: '',
  });
});

test('a report that Postgres rejects is left out, and the others of its call are stored', async () => {
  await gateway.sql(
    `ALTER TABLE midjourneys ADD CONSTRAINT rejects CHECK (prompt_en <> 'rejected') NOT VALID`,
  );
  try {
    for (let i = 0; i < 5; i++) {
      await imagine();
      Object.assign(proxy.latest, { status: 'IN_PROGRESS', promptEn: i === 2 ? 'rejected' : 'stored' });
    }
    await poll(gateway);
    const rows = await rowsOf(gateway, 'drawing');
    expect(rows.map(({ status, prompt_en }) => [status, prompt_en])).toEqual(
      [0, 1, 2, 3, 4].map((i) => (i === 2 ? ['SUBMITTED', ''] : ['IN_PROGRESS', 'stored'])),
    );
    expect(rows.map(({ poll_errors }) => poll_errors)).toEqual([0, 0, 1, 0, 0]);
  } finally {
    await gateway.sql('ALTER TABLE midjourneys DROP CONSTRAINT rejects');
  }
});

test('an upstream that is down is logged once a minute and channel', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn');
  const lines = () => warn.mock.calls.filter(([text]) => String(text).includes('cannot be polled')).length;
  try {
    await imagine();
    proxy.onPoll = (response) => void response.destroy();
    const before = Date.now();
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => before + 3_600_000);
    for (let i = 0; i < 5; i++) await poll(gateway);
    expect(lines()).toBe(1);
    clock.mockImplementation(() => before + 3_600_000 + 61_000);
    for (let i = 0; i < 5; i++) await poll(gateway);
    expect(lines()).toBe(2);
  } finally {
    jest.restoreAllMocks();
  }
});

test('drawings whose upstream is down end at their deadline, one hour after their submission', async () => {
  await imagine();
  const [{ minutes }] = (await gateway.sql<{ minutes: number }>(
    `SELECT round(extract(epoch FROM deadline_at - now()) / 60)::int AS minutes FROM midjourneys`,
  )) as [{ minutes: number }];
  expect(minutes).toBe(60);
  proxy.onPoll = (response) => void response.destroy();
  await poll(gateway);
  await poll(gateway);
  await passDeadlines(gateway);
  expect(await row()).toMatchObject({ status: 'FAILURE', fail_reason: '上游任务超时（超过1小时）' });
  expect(await gateway.quota()).toBe(10 * USD);
});

test('10,000 running drawings cost one call for each hundred, whether they have changed or not', async () => {
  const tasks = Array.from({ length: DRAWINGS }, () => proxy.add('imagine'));
  await gateway.sql(
    `INSERT INTO midjourneys (mj_id, upstream_id, user_id, channel_id, action, model, upstream_model, status, progress,
       submit_time, request_id, next_poll_at, poll_attempts, description)
     SELECT 'p' || id, id, 1, $1, 'IMAGINE', 'mj_imagine', 'mj_imagine', 'SUBMITTED', '0%',
       (extract(epoch FROM now())::bigint - 3600) * 1000, 'r' || id, now(), 100, '/imagine' FROM unnest($2::text[]) AS id`,
    [channel, tasks.map(({ id }) => id)],
  );
  // Old tasks, which are not due again during the test.
  const poller = gateway.worker.get(TaskPoller, { strict: false });
  /** Polls all, at the same time as the worker. @returns the calls */
  const round = async (): Promise<number> => {
    proxy.polls.length = 0;
    await gateway.sql('UPDATE midjourneys SET next_poll_at = now() WHERE next_poll_at IS NOT NULL');
    await poller.pollChannel('drawing', channel);
    await until(
      async () =>
        (
          await gateway.sql(
            'SELECT 1 FROM midjourneys WHERE next_poll_at <= now() OR lease_until > now() LIMIT 1',
          )
        ).length === 0,
      () => 'all are polled',
    );
    expect(proxy.polls.flat()).toHaveLength(DRAWINGS);
    return proxy.polls.length;
  };
  const versions = () =>
    gateway.sql<{ version: number; n: number }>(
      'SELECT version, count(*)::int AS n FROM midjourneys GROUP BY version ORDER BY version',
    );
  // Two processes may both have a last call that is not full.
  const calls = DRAWINGS / 100 + 1;
  expect(await round()).toBeLessThanOrEqual(calls);
  expect(await versions()).toEqual([{ version: 0, n: DRAWINGS }]);
  tasks.forEach((task, n) =>
    Object.assign(task, {
      status: 'IN_PROGRESS',
      progress: `${n % 100}%`,
      startTime: 1_700_000_000_000 + n,
      ...(n % 2 && { imageUrl: `https://cdn.example/${n}.webp` }),
    }),
  );
  expect(await round()).toBeLessThanOrEqual(calls);
  expect(await versions()).toEqual([{ version: 1, n: DRAWINGS }]);
  expect(await round()).toBeLessThanOrEqual(calls);
  expect(await versions()).toEqual([{ version: 1, n: DRAWINGS }]);
  expect(
    await gateway.sql(`SELECT progress, start_time, image_url FROM midjourneys WHERE upstream_id = $1`, [
      tasks[151]!.id,
    ]),
  ).toEqual([{ progress: '51%', start_time: 1_700_000_000_151, image_url: 'https://cdn.example/151.webp' }]);
  await gateway.sql('DELETE FROM midjourneys');
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
