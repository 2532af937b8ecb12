import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { OpenAIVideos } from '../doubles/openai-videos.js';
import { SunoUpstream } from '../doubles/suno-upstream.js';
import { VideoUpstream } from '../doubles/video-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, fetchTask, poll, rowsOf, USD } from './task-gateway.js';

let gateway: Gateway;
let proxy: MidjourneyUpstream;
let suno: SunoUpstream;
let videos: VideoUpstream;
let key: string;
let drawingChannel: number;
let songChannel: number;

beforeAll(async () => {
  proxy = await MidjourneyUpstream.start();
  suno = await SunoUpstream.start();
  videos = await VideoUpstream.start(new OpenAIVideos().respond);
  gateway = await Gateway.start();
  await gateway.option('ModelPrice', JSON.stringify({ mj_imagine: 0.1, suno_music: 0.1, 'sora-2': 0.1 }));
  key = await gateway.addToken();
  // OpenAI and "custom": gateways that serve drawings and songs beside other models.
  drawingChannel = await gateway.addChannel({
    type: 1,
    key: 'mj-secret',
    base_url: proxy.url,
    models: 'mj_imagine',
  });
  songChannel = await gateway.addChannel({
    type: 8,
    key: 'suno-key',
    base_url: suno.url,
    models: 'suno_music',
  });
  await gateway.addChannel({ type: 55, key: 'sk-video', base_url: videos.url, models: 'sora-2' });
});
afterAll(async () => {
  await gateway?.close();
  await Promise.all([proxy?.close(), suno?.close(), videos?.close()]);
});
beforeEach(async () => {
  proxy.reset();
  await gateway.sql('DELETE FROM tasks');
  await gateway.sql('DELETE FROM midjourneys');
  await gateway.setQuota(10 * USD);
});

const draw = async () => {
  const response = await gateway.relay('/mj/submit/imagine', key, { prompt: 'a gate' });
  return ((await response.json()) as { result: string }).result;
};
const sing = async () => {
  const response = await gateway.relay('/suno/submit/music', key, { gpt_description_prompt: 'a song' });
  return ((await response.json()) as { data: string }).data;
};
const film = async () => {
  const response = await gateway.relay('/v1/videos', key, { model: 'sora-2', prompt: 'a gate opens' });
  return ((await response.json()) as { id: string }).id;
};

test('a channel of any type that has models of Midjourney draws, is polled and refunded', async () => {
  await draw();
  expect(await gateway.quota()).toBe(9.9 * USD);
  expect((await rowsOf(gateway, 'drawing'))[0]).toMatchObject({
    status: 'SUBMITTED',
    channel_id: drawingChannel,
  });
  Object.assign(proxy.latest, { status: 'FAILURE', progress: '100%', failReason: 'banned' });
  await poll(gateway);
  expect((await rowsOf(gateway, 'drawing'))[0]).toMatchObject({ status: 'FAILURE', settlement: 'refunded' });
  expect(await gateway.quota()).toBe(10 * USD);
});

test('a channel of any type that has models of Suno makes songs', async () => {
  const id = await sing();
  expect(suno.tasks.get(id)).toMatchObject({ key: 'suno-key' });
  suno.end(id, 'SUCCESS', { data: [] });
  await poll(gateway);
  expect((await rowsOf(gateway, 'task'))[0]).toMatchObject({ status: 'SUCCESS', channel_id: songChannel });
});

describe('a running task that is polled every few minutes', () => {
  const seconds = async (kind: 'drawing' | 'task') => {
    const table = kind === 'drawing' ? 'midjourneys' : 'tasks';
    const [row] = await gateway.sql<{ left: number }>(
      `SELECT extract(epoch FROM next_poll_at - now())::float AS left FROM ${table}`,
    );
    return row!.left;
  };

  test.each([
    ['drawing', 'drawing', draw, (id: string) => `/mj/task/${id}/fetch`],
    ['song', 'task', sing, (id: string) => `/suno/fetch/${id}`],
    ['video', 'task', film, (id: string) => `/v1/videos/${id}`],
    ['video of the unified API', 'task', film, (id: string) => `/v1/video/generations/${id}`],
  ] as const)(
    '%s: is polled within 15 seconds when its owner asks for it, however often',
    async (_, kind, submit, path) => {
      const id = await submit();
      const table = kind === 'drawing' ? 'midjourneys' : 'tasks';
      await gateway.sql(`UPDATE ${table} SET next_poll_at = now() + interval '300 seconds'`);
      await fetchTask(gateway, path(id), key);
      const left = await seconds(kind);
      expect(left).toBeGreaterThan(5);
      expect(left).toBeLessThanOrEqual(15);
      await Promise.all(Array.from({ length: 20 }, () => fetchTask(gateway, path(id), key)));
      // Later requests do not postpone the poll.
      expect(await seconds(kind)).toBeLessThanOrEqual(left);
    },
  );
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
