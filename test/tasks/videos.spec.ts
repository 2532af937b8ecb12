import OpenAI, { toFile } from 'openai';
import { PIXEL, PIXEL_URL } from '../dialects/image-calls.js';
import { OpenAIVideos } from '../doubles/openai-videos.js';
import { VIDEO, VideoUpstream } from '../doubles/video-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, fetchTask, passDeadlines, poll, rowsOf, USD } from './task-gateway.js';

let gateway: Gateway;
let api: OpenAIVideos;
let upstream: VideoUpstream;
let key: string;
let channel: number;
let client: OpenAI;

beforeAll(async () => {
  api = new OpenAIVideos();
  upstream = await VideoUpstream.start(api.respond);
  gateway = await Gateway.start();
  key = await gateway.addToken({ unlimited_quota: false, remain_quota: 100 * USD });
  const prices = JSON.stringify({ 'sora-2': 0.1, 'sora-2-pro': 0.3 });
  await gateway.option('ModelPrice', prices);
  channel = await gateway.addChannel({
    type: 55,
    key: 'sk-video',
    base_url: upstream.url,
    models: 'sora-2,sora-2-pro',
  });
  client = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(async () => {
  upstream.next = undefined;
  upstream.calls.length = 0;
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(10 * USD);
});

const create = (body: object, path = '/v1/videos') => gateway.relay(path, key, body);
const request = { model: 'sora-2', prompt: 'a gate opens' };
const started = async (body: object = request): Promise<string> => {
  const response = await create(body);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  return ((await response.json()) as { id: string }).id;
};
const upstreamId = async (id: string): Promise<string> =>
  (await rowsOf(gateway, 'task')).find(({ task_id }) => task_id === id)!.upstream_id;
const finish = async (id: string, status: 'completed' | 'failed' | 'in_progress' = 'completed') => {
  api.end(await upstreamId(id), status);
  await poll(gateway);
};

test("OpenAI's SDK creates, retrieves, downloads, remixes, lists and deletes a video", async () => {
  const video = await client.videos.create({
    model: 'sora-2-pro',
    prompt: 'a gate opens',
    seconds: '8',
    size: '1792x1024',
    input_reference: await toFile(PIXEL, 'gate.png', { type: 'image/png' }),
  });
  expect(video).toMatchObject({ object: 'video', status: 'queued', seconds: '8', size: '1792x1024' });
  expect(video.id).toMatch(/^task_[0-9A-Za-z]{32}$/);
  expect(upstream.last('POST', '/v1/videos').bytes.includes(PIXEL)).toBe(true);
  await finish(video.id, 'in_progress');
  expect(await client.videos.retrieve(video.id)).toMatchObject({ status: 'in_progress', progress: 40 });
  await finish(video.id);
  expect(await client.videos.retrieve(video.id)).toMatchObject({
    id: video.id,
    status: 'completed',
    progress: 100,
    error: null,
    metadata: { url: expect.stringContaining(`/v1/videos/${video.id}/content`) },
  });
  const file = await client.videos.downloadContent(video.id);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(VIDEO);

  const before = await gateway.quota();
  const remix = await client.videos.remix(video.id, { prompt: 'at night' });
  expect(remix).toMatchObject({ seconds: '8', size: '1792x1024', remixed_from_video_id: video.id });
  expect(await gateway.quota()).toBe(before - Math.round(0.3 * 8 * 1.666667 * USD));
  const all = await client.videos.list({ limit: 1 });
  expect(all.data.map(({ id }) => id)).toEqual([remix.id]);
  expect(all.hasNextPage()).toBe(true);
  expect((await all.getNextPage()).data.map(({ id }) => id)).toEqual([video.id]);
  expect(await client.videos.delete(video.id)).toMatchObject({ id: video.id, deleted: true });
  await expect(client.videos.retrieve(video.id)).rejects.toMatchObject({ status: 404 });
  await expect(client.videos.delete(remix.id)).rejects.toMatchObject({ status: 400 });
});

test('what is sent is what is priced: seconds and size, after metadata', async () => {
  const id = await started({ ...request, seconds: '4', metadata: { seconds: '12', model: 'sora-2-pro' } });
  expect(upstream.last('POST', '/v1/videos').body).toEqual({
    model: 'sora-2',
    prompt: 'a gate opens',
    seconds: '12',
    size: '720x1280',
  });
  expect(await gateway.quota()).toBe(10 * USD - 0.1 * 12 * USD);
  const [log] = await gateway.logs();
  expect(log).toMatchObject({
    quota: 1.2 * USD,
    model_name: 'sora-2',
    content: '模型固定价格 0.10，分组倍率 1.00，时长（秒） 12，操作 textGenerate',
    other: { ratios: { seconds: 12 }, calls: 12, task_id: id },
  });
});

describe('prices that operators set for options', () => {
  const prices = (more: object) =>
    gateway.option('ModelPrice', JSON.stringify({ 'sora-2': 0.1, 'sora-2-pro': 0.3, ...more }));
  const large = { ...request, model: 'sora-2-pro', size: '1792x1024', seconds: '4' };
  const receipt = async () => {
    const [log] = await gateway.sql<{ id: number }>('SELECT id FROM logs WHERE type = 2');
    return gateway.manage('GET', `/api/log/${log!.id}/receipt`);
  };
  afterEach(() => prices({}));

  test('a size costs its own price from the next submission on, and the receipt shows its factor', async () => {
    await started(large);
    expect(await gateway.quota()).toBe(10 * USD - Math.round(0.3 * 4 * 1.666667 * USD));
    await gateway.setQuota(10 * USD);
    await gateway.sql('DELETE FROM logs');
    await prices({ 'sora-2-pro/size/1792x1024': 0.6 });
    await started(large);
    expect(await gateway.quota()).toBe((10 - 0.6 * 4) * USD);
    expect(await receipt()).toMatchObject({
      charged: 2.4 * USD,
      agrees: true,
      price: { model_price: 0.3 },
      ratios: [
        { name: 'seconds', ratio: 4 },
        { name: 'size', ratio: 2 },
      ],
    });
  });

  test('a price per call is charged whatever the duration; a remix pays for its duration when that is priced again', async () => {
    await prices({ 'sora-2-pro/call': 1.5 });
    await gateway.setQuota(1.5 * USD);
    const id = await started({ ...large, size: '1280x720', seconds: '12' });
    expect(await gateway.quota()).toBe(0);
    expect(await receipt()).toMatchObject({ charged: 1.5 * USD, agrees: true, ratios: [] });
    await finish(id);
    await prices({});
    await gateway.setQuota(10 * USD);
    const remix = await create({ prompt: 'the gate closes' }, `/v1/videos/${id}/remix`);
    expect(remix.status).toBe(200);
    expect(await gateway.quota()).toBe(Math.round((10 - 0.3 * 12) * USD));
  });
});

test('the general answer has the members of both known forms', async () => {
  const response = await create({ ...request, duration: 8 }, '/v1/video/generations');
  const { task_id: id } = (await response.json()) as { task_id: string };
  await finish(id);
  const generation = await fetchTask(gateway, `/v1/video/generations/${id}`, key);
  const url = expect.stringContaining(`/v1/videos/${id}/content`) as string;
  const answer = (await generation.json()) as { data: { data: object } };
  expect(answer).toMatchObject({
    code: 'success',
    message: '',
    data: {
      task_id: id,
      action: 'textGenerate',
      status: 'SUCCESS',
      fail_reason: '',
      progress: '100%',
      result_url: url,
    },
    task_id: id,
    status: 'completed',
    url,
    format: 'mp4',
    metadata: { url },
    error: null,
  });
  expect(JSON.stringify(answer)).not.toContain(await upstreamId(id));
});

test.each([
  ['an address', 'https://a.example/b.png', { image_url: 'https://a.example/b.png' }],
  [
    'an object of an address',
    { image_url: 'https://a.example/b.png' },
    { image_url: 'https://a.example/b.png' },
  ],
])('a reference image that is %s', async (_case, input_reference, sent) => {
  await started({ ...request, input_reference });
  expect(upstream.last('POST', '/v1/videos').body).toMatchObject({ input_reference: sent });
});

test('an image in the request goes on as a file and is not stored', async () => {
  const id = await started({ ...request, image: PIXEL_URL });
  expect(upstream.last('POST', '/v1/videos').bytes.includes(PIXEL)).toBe(true);
  const [row] = await rowsOf(gateway, 'task');
  expect(row).toMatchObject({ task_id: id, action: 'generate' });
  expect(JSON.stringify(row)).not.toContain(PIXEL.toString('base64').slice(0, 40));
});

test('a failed video is refunded once and shows why', async () => {
  const id = await started();
  await finish(id, 'failed');
  await poll(gateway);
  const response = await fetchTask(gateway, `/v1/videos/${id}`, key);
  expect(await response.json()).toMatchObject({
    status: 'failed',
    progress: 100,
    error: { code: 'generation_failed', message: 'the prompt was blocked' },
  });
  expect(await gateway.quota()).toBe(10 * USD);
  expect(await gateway.sql('SELECT quota FROM logs WHERE type = 6')).toEqual([{ quota: 0.4 * USD }]);
});

test('parts of a video, and videos for a session of the console', async () => {
  const id = await started();
  const content = (headers: Record<string, string>) =>
    fetch(`${gateway.url}/v1/videos/${id}/content`, { headers });
  expect((await content({ authorization: `Bearer ${key}` })).status).toBe(400);
  await finish(id);
  const part = await content({ authorization: `Bearer ${key}`, range: 'bytes=4-7' });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect(part.headers.get('content-range')).toBe(`bytes 4-7/${VIDEO.length}`);
  expect(part.headers.get('x-content-type-options')).toBe('nosniff');
  const { cookie } = await gateway.session();
  const whole = await content({ cookie: cookie! });
  expect([whole.status, await whole.text()]).toEqual([200, VIDEO.toString()]);
  expect((await content({})).status).toBe(401);
  api.videos.delete(await upstreamId(id));
  const gone = await content({ cookie: cookie! });
  expect(gone.status).toBe(410);
  expect(await gone.json()).toMatchObject({
    error: { code: 'video_expired', message: expect.stringContaining('no longer available') },
  });
});

test('the head of a video, and the images of one', async () => {
  const id = await started();
  await finish(id);
  const content = (query: string, method = 'GET') =>
    fetch(`${gateway.url}/v1/videos/${id}/content${query}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
  const head = await content('', 'HEAD');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'video/mp4', '']);
  expect(head.headers.get('content-length')).toBe(String(VIDEO.length));
  for (const [variant, type] of [
    ['thumbnail', 'image/webp'],
    ['spritesheet', 'image/jpeg'],
  ]) {
    const image = await content(`?variant=${variant}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, type]);
    expect(await image.text()).toBe(variant);
  }
  const unknown = await content('?variant=poster');
  expect(unknown.status).toBe(400);
  expect(await unknown.json()).toMatchObject({ error: { code: 'invalid_request' } });
});

test('an address that is not public is not read', async () => {
  const id = await started();
  await finish(id);
  await gateway.sql('UPDATE tasks SET results = $1', [
    JSON.stringify([{ url: 'http://127.0.0.1:1/internal', kind: 'video' }]),
  ]);
  expect((await fetchTask(gateway, `/v1/videos/${id}/content`, key)).status).toBe(502);
});

test.each([
  ['no model', { prompt: 'x' }, 'model is required'],
  ['no prompt', { model: 'sora-2' }, 'prompt is required'],
  ['an unknown duration', { ...request, seconds: '5' }, 'seconds'],
  ['a malformed duration', { ...request, duration: 'long' }, 'duration'],
  ['a negative duration', { ...request, metadata: { seconds: -8 } }, 'seconds'],
  ['a size of another model', { ...request, size: '1792x1024' }, 'size'],
  ['malformed metadata', { ...request, metadata: 'x' }, 'metadata'],
  ['several images', { ...request, images: ['https://a.example/1', 'https://a.example/2'] }, 'image'],
  ['an image that is none', { ...request, image: 'file:///etc/passwd' }, 'image'],
])('%s is refused and costs nothing', async (_case, body, message) => {
  const response = await create(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  expect(upstream.calls).toEqual([]);
  expect(await gateway.quota()).toBe(10 * USD);
});

test('a balance that is too small is refused before the upstream is called', async () => {
  await gateway.setQuota(0.2 * USD);
  const response = await create({ ...request, seconds: '12' });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { code: 'insufficient_user_quota' } });
  // The seconds that the channel sets are reserved, too.
  expect((await create({ ...request, metadata: { seconds: '12' } })).status).toBe(403);
  expect(upstream.calls).toEqual([]);
});

test('foreign and unknown videos are answered alike', async () => {
  await gateway.sql(
    `INSERT INTO tasks (task_id, platform, user_id, status) VALUES ('task_foreign', 'video', 999, 'SUCCESS')`,
  );
  for (const path of ['', '/content']) {
    const [foreign, unknown] = await Promise.all(
      ['task_foreign', 'task_unknown'].map(async (id) => {
        const response = await fetchTask(gateway, `/v1/videos/${id}${path}`, key);
        const { error } = (await response.json()) as { error: { message: string; code: string } };
        return [response.status, error.code, error.message.replace(id, '').replace(/ \(request.*/, '')];
      }),
    );
    expect(foreign).toEqual(unknown);
    expect(foreign![0]).toBe(404);
  }
  expect((await gateway.relay('/v1/videos/task_foreign/remix', key, { prompt: 'x' })).status).toBe(404);
});

test('a submission without a response is held and given back at its deadline', async () => {
  upstream.next = 'close';
  expect((await create(request)).status).toBe(502);
  expect(await rowsOf(gateway, 'task')).toMatchObject([{ status: 'UNKNOWN', settlement: 'held' }]);
  expect(await gateway.quota()).toBe(9.6 * USD);
  await passDeadlines(gateway);
  expect(await gateway.quota()).toBe(10 * USD);
});

test('what the upstream refuses costs nothing, and the client gets the reason', async () => {
  upstream.next = { status: 400, json: { error: { message: 'blocked', code: 'moderation_blocked' } } };
  const response = await create(request);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'moderation_blocked' } });
  expect(await gateway.quota()).toBe(10 * USD);
  expect(await rowsOf(gateway, 'task')).toMatchObject([{ status: 'FAILURE', channel_id: channel, quota: 0 }]);
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
