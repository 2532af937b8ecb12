import { PIXEL, PIXEL_URL } from '../dialects/image-calls.js';
import { VideoProviders } from '../doubles/video-providers.js';
import { VIDEO, VideoUpstream } from '../doubles/video-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, fetchTask, poll, rowsOf, USD } from './task-gateway.js';

const SEEDANCE = 'doubao-seedance-1-5-pro-251215';
const PRICES = {
  'kling-v1-6': 0.056,
  'kling-v3/video': 0.1,
  'viduq1/video': 0.08,
  jimeng_t2v_v30: 0.04,
  'grok-imagine-video': 0.05,
};

let gateway: Gateway;
let providers: VideoProviders;
let upstream: VideoUpstream;
let key: string;

beforeAll(async () => {
  providers = new VideoProviders(['kling', 'vidu', 'jimeng', 'doubao', 'xai']);
  upstream = await VideoUpstream.start(providers.respond);
  providers.url = upstream.url;
  gateway = await Gateway.start();
  key = await gateway.addToken({ unlimited_quota: false, remain_quota: 100 * USD });
  await gateway.option('ModelPrice', JSON.stringify(PRICES));
  // 1 = 2 USD per million tokens.
  await gateway.sell({ [SEEDANCE]: 1 });
  const channel = (type: number, name: string, channelKey: string, models: string) =>
    gateway.addChannel({ type, key: channelKey, base_url: `${upstream.url}/${name}`, models });
  await channel(50, 'kling', 'ak|sk', 'kling-v1-6,kling-v3');
  await channel(51, 'jimeng', 'AKLT|secret', 'jimeng_t2v_v30');
  await channel(52, 'vidu', 'vda_key', 'viduq1');
  await channel(54, 'doubao', 'ark-key', SEEDANCE);
  await channel(48, 'xai', 'xai-key', 'grok-imagine-video');
});
afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
});
beforeEach(async () => {
  providers.tasks.clear();
  upstream.calls.length = 0;
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM logs');
  await gateway.setQuota(10 * USD);
});

const create = (body: object) =>
  gateway.relay('/v1/video/generations', key, { prompt: 'a gate opens', ...body });
const started = async (body: object): Promise<string> => {
  const response = await create(body);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  return ((await response.json()) as { id: string }).id;
};
const shown = async (id: string) =>
  (await (await fetchTask(gateway, `/v1/videos/${id}`, key)).json()) as Record<string, unknown>;

test.each<[string, object, object, number]>([
  [
    'Kling',
    { model: 'kling-v1-6', duration: 10, mode: 'pro' },
    { duration: '10', mode: 'pro' },
    0.056 * 10 * 1.75,
  ],
  [
    'Kling with an image',
    { model: 'kling-v1-6', image: PIXEL_URL },
    { image: PIXEL.toString('base64') },
    0.056 * 5,
  ],
  ['Vidu, at the price of its videos', { model: 'viduq1' }, { duration: 5, resolution: '1080p' }, 0.08 * 5],
  ['Jimeng', { model: 'jimeng_t2v_v30', seconds: '10' }, { frames: 241 }, 0.04 * 10],
  [
    'Grok Imagine, with a fee for the image',
    { model: 'grok-imagine-video', size: '720p', image: 'https://a.example/b.png' },
    { duration: 8, resolution: '720p', image: { url: 'https://a.example/b.png' } },
    0.07 * 8 + 0.002,
  ],
])('%s: created, polled, shown, and charged for what was sent', async (_case, body, sent, usd) => {
  const id = await started(body);
  const [, task] = providers.taken();
  expect(task.body).toMatchObject(sent);
  expect(await gateway.quota()).toBe(Math.round(10 * USD - usd * USD));
  await poll(gateway);
  expect(await shown(id)).toMatchObject({ status: 'in_progress', progress: 50 });
  task.state = 'done';
  await poll(gateway);
  expect(await shown(id)).toMatchObject({
    status: 'completed',
    metadata: { url: `${upstream.url}/files/video.mp4` },
  });
  const content = await fetchTask(gateway, `/v1/videos/${id}/content`, key);
  expect([content.status, await content.text()]).toEqual([200, VIDEO.toString()]);
  const [row] = await rowsOf(gateway, 'task');
  expect(JSON.stringify(row)).not.toContain(PIXEL.toString('base64').slice(0, 40));
  const [log] = await gateway.logs();
  expect(log).toMatchObject({ quota: Math.round(usd * USD), other: { model_price: expect.any(Number) } });
});

test.each([
  ['Kling', { model: 'kling-v1-6' }, 'risk control'],
  ['Vidu', { model: 'viduq1' }, 'AuditSubmitIllegal'],
  ['Jimeng, in an error response', { model: 'jimeng_t2v_v30' }, 'Post Img Risk Not Pass'],
  ['Doubao', { model: SEEDANCE }, 'sensitive'],
  ['Grok Imagine', { model: 'grok-imagine-video' }, 'no GPU'],
])('%s: a failure is refunded and shown', async (_case, body, message) => {
  const id = await started(body);
  providers.taken()[1].state = 'failed';
  await poll(gateway);
  expect(await shown(id)).toMatchObject({ status: 'failed', error: { message } });
  expect(await gateway.quota()).toBe(10 * USD);
});

test.each<[string, number, number]>([
  ['fewer tokens than estimated: the rest is given back', 50_000, 0.1],
  ['more tokens than estimated: the rest is charged', 200_000, 0.4],
])('%s', async (_case, tokens, usd) => {
  const id = await started({ model: SEEDANCE, duration: 5 });
  // 962560 pixels × 24 × 5 / 1024.
  const estimate = Math.round((112_800 / 1_000_000) * 2 * USD);
  const [log] = await gateway.logs();
  expect(log).toMatchObject({
    completion_tokens: 112_800,
    content: expect.stringContaining('预估 112800 tokens'),
  });
  expect(log?.other).not.toHaveProperty('ratios');
  expect(await gateway.quota()).toBe(10 * USD - estimate);
  const [, task] = providers.taken();
  Object.assign(task, { state: 'done', more: { usage: { total_tokens: tokens } } });
  await poll(gateway);
  await poll(gateway);
  expect(await gateway.quota()).toBe(10 * USD - usd * USD);
  expect(await rowsOf(gateway, 'task')).toMatchObject([{ task_id: id, status: 'SUCCESS', quota: usd * USD }]);
});

test('without reported tokens the estimate stays', async () => {
  await started({ model: SEEDANCE, duration: 5, metadata: { generate_audio: false } });
  const estimate = Math.round((56_400 / 1_000_000) * 2 * USD);
  Object.assign(providers.taken()[1], { state: 'done', more: { usage: null } });
  await poll(gateway);
  expect(await gateway.quota()).toBe(10 * USD - estimate);
});

test.each<[string, object, string]>([
  [
    'an oversized image',
    { model: 'kling-v1-6', image: `data:image/png;base64,${'A'.repeat(14_000_000)}` },
    '10 MB',
  ],
  ['a duration of another model', { model: 'viduq1', duration: 8 }, 'duration'],
  ['an image for a model of text', { model: 'jimeng_t2v_v30', image: 'https://a.example/b.png' }, 'image'],
  ['a duration in the metadata', { model: 'kling-v1-6', metadata: { duration: '99' } }, 'duration'],
])('%s is refused before it is sent', async (_case, body, message) => {
  const response = await create(body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  expect(upstream.calls).toEqual([]);
  expect(await gateway.quota()).toBe(10 * USD);
});

test('videos of providers without remixes and deletions', async () => {
  const id = await started({ model: 'kling-v1-6' });
  providers.taken()[1].state = 'done';
  await poll(gateway);
  const remix = await gateway.relay(`/v1/videos/${id}/remix`, key, { prompt: 'at night' });
  expect(remix.status).toBe(400);
  const deleted = await fetch(`${gateway.url}/v1/videos/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  expect(deleted.status).toBe(400);
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
