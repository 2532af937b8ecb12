import type { ServerResponse } from 'node:http';
import { SunoUpstream, answer } from '../doubles/suno-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, fetchTask, passDeadlines, poll, rowsOf, USD } from './task-gateway.js';

const SONG = {
  id: 'song-1',
  title: 'A gate',
  status: 'complete',
  audio_url: 'https://cdn.example/song-1.mp3',
  video_url: 'https://cdn.example/song-1.mp4',
  image_large_url: 'https://cdn.example/song-1.jpeg',
  metadata: { tags: 'folk', duration: 120 },
};

let gateway: Gateway;
let suno: SunoUpstream;
let key: string;
let channel: number;

beforeAll(async () => {
  suno = await SunoUpstream.start();
  gateway = await Gateway.start();
  key = await gateway.addToken({ unlimited_quota: false, remain_quota: 100 * USD });
  channel = await gateway.addChannel({
    type: 36,
    key: 'suno-key',
    base_url: suno.url,
    models: 'suno_music,suno_lyrics',
  });
});
afterAll(async () => {
  await gateway?.close();
  await suno?.close();
});
beforeEach(async () => {
  suno.onPoll = undefined;
  suno.onSubmit = undefined;
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(10 * USD);
});

const submit = (action: string, body: object) => gateway.relay(`/suno/submit/${action}`, key, body);
const started = async (body: object = { gpt_description_prompt: 'a song' }): Promise<string> => {
  const response = await submit('music', body);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: string }).data;
};
const fetched = async (id: string) => {
  const response = await fetchTask(gateway, `/suno/fetch/${id}`, key);
  return (await response.json()) as { code: string; data: Record<string, unknown> };
};

test('a song is charged when the upstream accepts it, polled, and shown to its owner', async () => {
  const id = await started({ prompt: 'la la', title: 'A gate', tags: 'folk' });
  expect(suno.tasks.get(id)).toMatchObject({ key: 'suno-key', body: { mv: 'chirp-v3-0', title: 'A gate' } });
  expect(await gateway.quota()).toBe(9.9 * USD);
  const [row] = await rowsOf(gateway, 'task');
  expect(row).toMatchObject({
    status: 'SUBMITTED',
    settlement: 'charged',
    quota: 0.1 * USD,
    channel_id: channel,
  });
  suno.tasks.get(id)!.status = 'IN_PROGRESS';
  await poll(gateway);
  const { start_time } = (await fetched(id)).data;
  expect(Math.abs(Number(start_time) - Date.now() / 1000)).toBeLessThan(60);
  suno.end(id, 'SUCCESS', { data: [SONG] });
  await poll(gateway);
  expect(await fetched(id)).toMatchObject({
    code: 'success',
    data: { task_id: id, action: 'MUSIC', status: 'SUCCESS', progress: '100%', data: [SONG] },
  });
  expect(await gateway.quota()).toBe(9.9 * USD);
  const [log] = await gateway.logs();
  expect(log).toMatchObject({
    type: 2,
    quota: 0.1 * USD,
    model_name: 'suno_music',
    content: '模型固定价格 0.10，分组倍率 1.00，操作 MUSIC',
  });
});

test('texts that Postgres cannot store do not stop the polls of a channel', async () => {
  const [odd, other] = [await started(), await started()];
  suno.end(odd, 'SUCCESS', {
    data: [{ ...SONG, title: 'half \ud83d and \0', metadata: { 'name\0': 1 } }],
  });
  suno.end(other, 'FAILURE');
  await poll(gateway);
  expect((await fetched(odd)).data).toMatchObject({
    status: 'SUCCESS',
    data: [{ title: 'half \ufffd and ', metadata: { name: 1 } }],
  });
  expect((await fetched(other)).data).toMatchObject({ status: 'FAILURE' });
});

test('the receipt of a song agrees with its charge', async () => {
  await started();
  const [log] = await gateway.sql<{ id: number }>('SELECT id FROM logs WHERE type = 2');
  const receipt = await gateway.manage('GET', `/api/log/${log!.id}/receipt`);
  expect(receipt).toMatchObject({
    charged: 0.1 * USD,
    held: 0.1 * USD,
    agrees: true,
    lines: [{ name: 'call', count: 1, usd: 0.1, quota: 0.1 * USD }],
    attempts: [{ result: 'answered', channel }],
  });
});

test('without log rows, charges and their details are kept', async () => {
  await gateway.option('LogConsumeEnabled', 'false');
  await gateway.settledEvents();
  try {
    await started();
    expect(await gateway.logs()).toEqual([]);
    expect(await gateway.quota()).toBe(9.9 * USD);
    expect(await rowsOf(gateway, 'task')).toMatchObject([
      { settlement: 'charged', price: { model_price: 0.1, group_ratio: 1 } },
    ]);
  } finally {
    await gateway.option('LogConsumeEnabled', 'true');
    await gateway.settledEvents();
  }
});

test('a failed song is refunded once, to user and token, and logged', async () => {
  const id = await started();
  const [user] = await gateway.sql<{ used: number }>('SELECT used_quota AS used FROM users WHERE id = 1');
  suno.end(id, 'FAILURE');
  await poll(gateway);
  suno.end(id, 'SUCCESS', { data: [SONG] });
  await poll(gateway);
  const { data } = await fetched(id);
  expect(data).toMatchObject({ status: 'FAILURE', progress: '100%', fail_reason: 'moderated' });
  expect(await gateway.quota()).toBe(10 * USD);
  const [after] = await gateway.sql<{ used: number }>('SELECT used_quota AS used FROM users WHERE id = 1');
  expect(after!.used).toBe(user!.used - 0.1 * USD);
  const refunds = await gateway.sql('SELECT quota, content, model_name FROM logs WHERE type = 6');
  expect(refunds).toEqual([
    { quota: 0.1 * USD, content: `异步任务执行失败 ${id}，补偿 ＄0.100000 额度`, model_name: 'suno_music' },
  ]);
});

test.each([
  ['an unknown action', 'poem', {}, 400, 'invalid_request', 'invalid_action'],
  ['lyrics without a prompt', 'lyrics', {}, 400, 'invalid_request', 'prompt_empty'],
  [
    'a continued clip without its task',
    'music',
    { continue_clip_id: 'x' },
    400,
    'invalid_request',
    'task id is empty',
  ],
  [
    'a foreign task',
    'music',
    { continue_clip_id: 'x', task_id: 'y' },
    400,
    'task_not_exist',
    'task_origin_not_exist',
  ],
])('%s is refused and costs nothing', async (_case, action, body, status, code, message) => {
  const response = await submit(action, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ code, message, data: null });
  expect(await rowsOf(gateway, 'task')).toEqual([]);
  expect(await gateway.quota()).toBe(10 * USD);
});

test('a balance that is too small is refused before the upstream is called', async () => {
  await gateway.setQuota(0.05 * USD);
  const before = suno.tasks.size;
  const response = await submit('music', { prompt: 'x' });
  expect(response.status).toBe(403);
  expect(await response.json()).toEqual({
    code: 'quota_not_enough',
    message: 'user quota is not enough',
    data: null,
  });
  expect(suno.tasks.size).toBe(before);
  expect(await rowsOf(gateway, 'task')).toEqual([]);
});

test('of thirty submissions at once, as many are accepted as the balance pays for', async () => {
  await gateway.setQuota(1 * USD);
  const before = suno.tasks.size;
  const responses = await Promise.all(Array.from({ length: 30 }, () => submit('music', { prompt: 'x' })));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(responses.filter(({ status }) => status === 403)).toHaveLength(20);
  expect(suno.tasks.size).toBe(before + 10);
  expect(await gateway.quota()).toBe(0);
});

test('a channel gets no more tasks than its setting allows to run at a time', async () => {
  await gateway.manage('PUT', '/api/channel/', { id: channel, setting: '{"mj_max_concurrency":2}' });
  await gateway.settledEvents();
  try {
    const id = await started();
    await started();
    const full = await submit('music', { prompt: 'x' });
    expect(full.status).toBe(429);
    expect(await full.json()).toMatchObject({ message: '当前分组上游负载已饱和，请稍后再试' });
    suno.end(id, 'SUCCESS');
    await poll(gateway);
    await started();
  } finally {
    await gateway.manage('PUT', '/api/channel/', { id: channel, setting: '' });
    await gateway.settledEvents();
  }
});

test('what the upstream refuses costs nothing', async () => {
  suno.onSubmit = (response) => answer(response, 400, 'sensitive_words');
  const response = await submit('music', { prompt: 'x' });
  expect(response.status).toBe(400);
  expect(await gateway.quota()).toBe(10 * USD);
  expect(await rowsOf(gateway, 'task')).toMatchObject([{ status: 'FAILURE', settlement: 'none', quota: 0 }]);
});

test('a submission without a response is not repeated elsewhere; its price is held and given back', async () => {
  const other = await gateway.addChannel({
    type: 36,
    key: 'other',
    base_url: suno.url,
    models: 'suno_music',
    priority: -1,
  });
  await gateway.option('RetryTimes', '2');
  const before = suno.tasks.size;
  suno.onSubmit = (response) => response.destroy();
  const response = await submit('music', { prompt: 'x' });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: 'do_request_failed', data: null });
  expect(suno.tasks.size).toBe(before);
  expect(await rowsOf(gateway, 'task')).toMatchObject([{ status: 'UNKNOWN', settlement: 'held' }]);
  expect(await gateway.quota()).toBe(9.9 * USD);
  await passDeadlines(gateway);
  expect(await rowsOf(gateway, 'task')).toMatchObject([{ status: 'FAILURE', settlement: 'refunded' }]);
  expect(await gateway.quota()).toBe(10 * USD);
  await gateway.manage('DELETE', `/api/channel/${other}`);
});

test.each([
  ['a web page', (response: ServerResponse) => response.end('<html></html>')],
  ['null', (response: ServerResponse) => response.end('null')],
  ['an error', (response: ServerResponse) => answer(response, 500, 'down')],
  ['no data', (response: ServerResponse) => answer(response, 200, 'success', null)],
  [
    'unknown and repeated tasks',
    (response: ServerResponse) =>
      answer(response, 200, 'success', [{ task_id: 'nobody', status: 'FAILURE' }, { task_id: 5 }, null, 'x']),
  ],
])('a poll answered by %s changes nothing', async (_case, respond) => {
  const id = await started();
  suno.onPoll = (_ids, response) => respond(response);
  await poll(gateway);
  expect((await fetched(id)).data).toMatchObject({ status: 'SUBMITTED', fail_reason: '' });
  expect(await gateway.quota()).toBe(9.9 * USD);
});

test('a task that its upstream never finishes fails at its deadline and is refunded', async () => {
  const id = await started();
  await passDeadlines(gateway);
  expect((await fetched(id)).data).toMatchObject({ status: 'FAILURE', fail_reason: '任务超时（1440分钟）' });
  expect(await gateway.quota()).toBe(10 * USD);
});

test('several tasks are fetched at once; those of others and unknown ones are left out', async () => {
  const id = await started();
  await gateway.sql(
    `INSERT INTO tasks (task_id, platform, user_id, status) VALUES ('foreign', 'suno', 999, 'SUCCESS')`,
  );
  const response = await gateway.relay('/suno/fetch', key, { ids: [id, 'foreign', 'unknown'] });
  const { data } = (await response.json()) as { data: { task_id: string }[] };
  expect(data.map(({ task_id }) => task_id)).toEqual([id]);
  const missing = await fetchTask(gateway, '/suno/fetch/foreign', key);
  expect(missing.status).toBe(400);
  expect(await missing.json()).toEqual({ code: 'task_not_exist', message: 'task_not_exist', data: null });
});

test('a deleted channel fails its tasks and gives their price back', async () => {
  const gone = await gateway.addChannel({
    type: 36,
    key: 'gone',
    base_url: suno.url,
    models: 'suno_lyrics',
    priority: 5,
  });
  const response = await submit('lyrics', { prompt: 'x' });
  const { data: id } = (await response.json()) as { data: string };
  expect(await gateway.quota()).toBe(9.99 * USD);
  await gateway.manage('DELETE', `/api/channel/${gone}`);
  await gateway.settledEvents();
  await poll(gateway);
  expect((await fetched(id)).data).toMatchObject({
    status: 'FAILURE',
    fail_reason: `获取渠道信息失败，请联系管理员，渠道ID：${gone}`,
  });
  expect(await gateway.quota()).toBe(10 * USD);
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
