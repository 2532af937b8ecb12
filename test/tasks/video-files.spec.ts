import { GoogleVideos } from '../doubles/google-videos.js';
import { fileAnswer, VIDEO, VideoUpstream } from '../doubles/video-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { expectBalancedLedger, fetchTask, poll, rowsOf, USD } from './task-gateway.js';

/** Files that the gateway has to obtain: with the channel's key, by a question, or out of a response. */
let gateway: Gateway;
let google: GoogleVideos;
let veo: VideoUpstream;
let hailuo: VideoUpstream;
let wan: VideoUpstream;
/** The only signature that the storage of Wan accepts; '' = the file is deleted. */
let signature = '1';
let key: string;
let queries = 0;

beforeAll(async () => {
  google = new GoogleVideos();
  veo = await VideoUpstream.start(google.respond);
  google.url = veo.url;
  const ok = { base_resp: { status_code: 0, status_msg: 'success' } };
  hailuo = await VideoUpstream.start((call, { url }) => {
    if (call.path === '/file.mp4') return fileAnswer(call);
    if (call.headers.authorization !== 'Bearer mm-key') return { json: { base_resp: { status_code: 1004 } } };
    if (call.path === '/v1/video_generation') return { json: { task_id: '17', ...ok } };
    if (call.path === '/v1/query/video_generation')
      return { json: { task_id: '17', status: 'Success', file_id: '205', ...ok } };
    if (call.path !== '/v1/files/retrieve' || call.query.get('file_id') !== '205') return undefined;
    queries++;
    return { json: { file: { file_id: 205, download_url: `${url}/file.mp4` }, ...ok } };
  });
  wan = await VideoUpstream.start((call, { url }) => {
    if (call.method === 'POST') return { json: { output: { task_id: '17', task_status: 'PENDING' } } };
    if (call.path === '/api/v1/tasks/17')
      return {
        json: {
          output: { task_id: '17', task_status: 'SUCCEEDED', video_url: `${url}/file.mp4?s=${signature}` },
        },
      };
    if (call.path !== '/file.mp4') return undefined;
    return signature !== '' && call.query.get('s') === signature
      ? fileAnswer(call)
      : { status: 403, json: {} };
  });
  gateway = await Gateway.start();
  key = await gateway.addToken();
  const prices = {
    'veo-3.1-generate-preview': 0.1,
    'veo-3.0-generate-001': 0.1,
    'MiniMax-Hailuo-02': 0.1,
    'wan2.2-t2v-plus': 0.1,
  };
  await gateway.option('ModelPrice', JSON.stringify(prices));
  const channel = (type: number, base_url: string, channelKey: string, models: string, more: object = {}) =>
    gateway.addChannel({ type, key: channelKey, base_url, models, ...more });
  await channel(24, veo.url, 'AIza-key', 'veo-3.1-generate-preview');
  await channel(41, veo.url, 'AIza-key', 'veo-3.0-generate-001', { other: 'us-central1' });
  await channel(35, hailuo.url, 'mm-key', 'MiniMax-Hailuo-02');
  await channel(17, wan.url, 'sk-key', 'wan2.2-t2v-plus');
});
afterAll(async () => {
  await gateway?.close();
  await veo?.close();
  await hailuo?.close();
  await wan?.close();
});
beforeEach(async () => {
  google.done = false;
  await gateway.sql('DELETE FROM tasks');
  await gateway.setQuota(10 * USD);
});

const create = (body: object) => gateway.relay('/v1/videos', key, { prompt: 'a gate opens', ...body });
const finished = async (body: object): Promise<string> => {
  const response = await create(body);
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  google.done = true;
  await poll(gateway);
  const { id } = (await response.json()) as { id: string };
  const shown = await fetchTask(gateway, `/v1/videos/${id}`, key);
  // The address of the provider is of no use to clients.
  const url = expect.stringContaining(`/v1/videos/${id}/content`) as string;
  expect(await shown.json()).toMatchObject({ status: 'completed', metadata: { url } });
  return id;
};
const content = async (id: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${gateway.url}/v1/videos/${id}/content`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  return [response.status, await response.text()];
};

test('Veo on the Gemini API: the file is read with the key, across redirects', async () => {
  const id = await finished({ model: 'veo-3.1-generate-preview' });
  expect(await content(id)).toEqual([200, VIDEO.toString()]);
  expect(await content(id, { range: 'bytes=4-7' })).toEqual([206, 'ftyp']);
});

test('Veo on Vertex AI: the video is part of the response and is not stored', async () => {
  const id = await finished({ model: 'veo-3.0-generate-001' });
  expect(await content(id)).toEqual([200, VIDEO.toString()]);
  expect(await content(id, { range: 'bytes=4-7' })).toEqual([206, 'ftyp']);
  expect(await content(id, { range: 'bytes=-4' })).toEqual([206, 'pens']);
  expect((await content(id, { range: 'bytes=900-' }))[0]).toBe(416);
  expect(JSON.stringify(await rowsOf(gateway, 'task'))).not.toContain(VIDEO.toString('base64'));
});

test('Hailuo: the address is asked for each time, because it expires', async () => {
  const id = await finished({ model: 'MiniMax-Hailuo-02' });
  queries = 0;
  expect(await content(id)).toEqual([200, VIDEO.toString()]);
  expect(await content(id)).toEqual([200, VIDEO.toString()]);
  expect(queries).toBe(2);
});

test('Wan: a link that has expired is asked for again; a file that is gone is 410', async () => {
  const created = await create({ model: 'wan2.2-t2v-plus' });
  const { id } = (await created.json()) as { id: string };
  await poll(gateway);
  expect(await content(id)).toEqual([200, VIDEO.toString()]);
  signature = '2';
  expect(await content(id)).toEqual([200, VIDEO.toString()]);
  expect(await content(id, { range: 'bytes=4-7' })).toEqual([206, 'ftyp']);
  signature = '';
  const [status, body] = await content(id);
  expect([status, JSON.parse(String(body))]).toMatchObject([410, { error: { code: 'video_expired' } }]);
  expect((await content('task_unknown'))[0]).toBe(404);
});

test('images at addresses that are not public are not downloaded', async () => {
  const response = await create({ model: 'veo-3.1-generate-preview', image: `${veo.url}/gate.png` });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining('failed to download') },
  });
  expect(veo.calls.filter(({ path }) => path === '/gate.png')).toEqual([]);
  expect(await gateway.quota()).toBe(10 * USD);
});

test('the ledger balances after all of them', () => expectBalancedLedger(gateway));
