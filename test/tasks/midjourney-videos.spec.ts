import type { DrawingResponse } from '../../server/contract/resources/tasks/drawing.js';
import { DrawingClient, IMAGE, refused } from './drawing-client.js';
import { expectBalancedLedger, poll, rowsOf, USD } from './task-gateway.js';

const MP4 = Buffer.from('00000018667479706d703432', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const PREFIXES = ['/mj', '/mj-fast/mj', '/fast/mj', '/mj-turbo/mj', '/turbo/mj', '/mj-relax/mj', '/relax/mj'];

let client: DrawingClient;

beforeAll(async () => {
  client = await DrawingClient.start();
});
afterAll(() => client?.close());
beforeEach(() => client.reset());

/** A finished video job. @returns its id */
async function filmed(members: object): Promise<string> {
  const { result } = await client.submit('submit/video', { prompt: 'it rains', image: IMAGE });
  Object.assign(client.proxy.latest, { status: 'SUCCESS', progress: '100%', ...members });
  await poll(client.gateway);
  return result;
}

/** Two videos of the upstream, which supports ranges. @returns the members of the finished task */
function twoVideos(): object {
  const { proxy } = client;
  proxy.onFile = (path, { range }, response) => {
    const type = path.endsWith('.png') ? 'image/png' : 'video/mp4';
    const content = path.endsWith('.png') ? PNG : Buffer.concat([MP4, Buffer.from(path)]);
    const headers = { 'content-type': type, 'accept-ranges': 'bytes' };
    if (range !== 'bytes=0-3') return void response.writeHead(200, headers).end(content);
    const part = { ...headers, 'content-range': `bytes 0-3/${content.length}`, 'content-length': 4 };
    response.writeHead(206, part).end(content.subarray(0, 4));
  };
  const [first, second] = [`${proxy.url}/files/1.mp4`, `${proxy.url}/files/2.mp4`];
  return { videoUrl: first, videoUrls: [{ url: first }, { url: second }] };
}

const file = (id: string, query = '', headers: Record<string, string> = {}) =>
  fetch(`${client.gateway.url}/mj/image/${id}${query}`, { headers });

test('the videos of a finished task are stored, and shown in fetch and in both lists', async () => {
  const { proxy, gateway } = client;
  const id = await filmed(twoVideos());
  const link = (number: number) => `https://gate.example/mj/image/${id}?video=${number}`;
  const videos = { videoUrl: link(1), videoUrls: [{ url: link(1) }, { url: link(2) }] };
  expect(await client.fetched(id)).toMatchObject({ action: 'VIDEO', imageUrl: '', ...videos });
  const listed = await client.post('/mj/task/list-by-condition', { ids: [id] });
  expect(await listed.json()).toMatchObject([{ id, ...videos }]);
  expect(await rowsOf(gateway, 'drawing')).toMatchObject([
    {
      quota: 0.8 * USD,
      results: [
        { url: `${proxy.url}/files/1.mp4`, kind: 'video' },
        { url: `${proxy.url}/files/2.mp4`, kind: 'video' },
      ],
    },
  ]);
  const shown = { mj_id: id, video_url: link(1), video_urls: JSON.stringify(videos.videoUrls) };
  for (const list of ['/api/mj/', '/api/mj/self/'])
    expect((await gateway.manage<DrawingResponse[]>('GET', list))[0]).toMatchObject(shown);
});

test('without forwarding, clients get the addresses of the upstream', async () => {
  await client.gateway.option('MjForwardUrlEnabled', 'false');
  const id = await filmed(twoVideos());
  expect(await client.fetched(id)).toMatchObject({
    videoUrl: `${client.proxy.url}/files/1.mp4`,
    videoUrls: [1, 2].map((number) => ({ url: `${client.proxy.url}/files/${number}.mp4` })),
  });
  await client.gateway.option('MjForwardUrlEnabled', 'true');
});

test('each video is served below /mj/image, whole and in parts', async () => {
  const id = await filmed(twoVideos());
  for (const [query, name] of [
    ['', '1.mp4'],
    ['?video=1', '1.mp4'],
    ['?video=2', '2.mp4'],
  ] as const) {
    const response = await file(id, query);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(await response.text()).toContain(name);
  }
  const part = await file(id, '?video=2', { range: 'bytes=0-3' });
  expect([part.status, part.headers.get('accept-ranges')]).toEqual([206, 'bytes']);
  expect(part.headers.get('content-range')).toMatch(/^bytes 0-3\//);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(MP4.subarray(0, 4));
  for (const query of ['?video=3', '?video=0', '?video=-1', '?video=x', '?video=1.5', '?video=1&video=2'])
    expect([query, (await file(id, query)).status]).toEqual([query, 400]);
});

test('a job with an image and videos shows the image at its address', async () => {
  const id = await filmed({ ...twoVideos(), imageUrl: `${client.proxy.url}/files/cover.png` });
  expect((await file(id)).headers.get('content-type')).toBe('image/png');
  expect((await file(id, '?video=1')).headers.get('content-type')).toBe('video/mp4');
});

test('a video of a type that says nothing is shown as one', async () => {
  const id = await filmed(twoVideos());
  client.proxy.onFile = (_path, _headers, response) =>
    void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(MP4);
  expect((await file(id)).headers.get('content-type')).toBe('video/mp4');
});

test.each<[string, object]>([
  ['embedded files', { videoUrl: 'data:video/mp4;base64,AA==', videoUrls: [] }],
  ['other schemes', { videoUrl: 'file:///etc/passwd', videoUrls: [{ url: 'ftp://a.example/1.mp4' }] }],
  ['other types', { videoUrl: 5, videoUrls: { url: 'https://a.example/1.mp4' } }],
])('%s are not stored', async (_case, members) => {
  const id = await filmed(members);
  expect(await client.fetched(id)).toMatchObject({ status: 'SUCCESS', videoUrl: '', videoUrls: null });
});

test('a video of a drawing is made by the channel that made the drawing, with the id of its upstream', async () => {
  const { proxy } = client;
  const origin = await client.drawn();
  const drawn = proxy.latest.id;
  expect((await client.submit('submit/video', { taskId: origin, index: 1, motion: 'low' })).code).toBe(1);
  expect(proxy.submissions.at(-1)!.body).toEqual({ taskId: drawn, index: 1, motion: 'low' });
  expect((await rowsOf(client.gateway, 'drawing')).at(-1)).toMatchObject({
    action: 'VIDEO',
    prompt: 'a cat',
  });
  const unknown = await client.post('/mj/submit/video', { taskId: 'of-somebody-else', index: 1 });
  expect([unknown.status, await unknown.json()]).toEqual([400, refused('task_not_found')]);
});

test('a failed video is refunded', async () => {
  await client.submit('submit/video', { image: 'https://a.example/1.png', motion: 'high' });
  expect(await client.gateway.quota()).toBe(9.2 * USD);
  Object.assign(client.proxy.latest, { status: 'FAILURE', failReason: 'no GPU' });
  await poll(client.gateway);
  expect(await client.gateway.quota()).toBe(10 * USD);
});

test.each(PREFIXES)('videos and edits are submitted below %s', async (prefix) => {
  const video = await client.submit('submit/video', { prompt: 'x', image: IMAGE }, prefix);
  const edit = await client.submit('submit/edits', { prompt: 'x', base64Array: [IMAGE] }, prefix);
  expect([video.code, edit.code]).toEqual([1, 1]);
  expect(await client.gateway.quota()).toBe(9.1 * USD);
});

test.each<[string, object, string]>([
  ['submit/video', {}, 'invalid_request'],
  ['submit/video', { motion: 'high' }, 'invalid_request'],
  ['submit/video', { prompt: 'x', image: [IMAGE] }, 'invalid_request'],
  ['submit/edits', { image: IMAGE }, 'prompt_is_required'],
  ['submit/edits', { prompt: 'x' }, 'invalid_request'],
  ['submit/edits', { prompt: 'x', base64Array: [1] }, 'invalid_request'],
])('%s with %j is refused before anything is called', async (route, body, description) => {
  const response = await client.post(`/mj/${route}`, body);
  expect([response.status, await response.json()]).toEqual([400, refused(description)]);
  expect(client.proxy.submissions).toEqual([]);
  expect(await client.gateway.quota()).toBe(10 * USD);
});

test('the ledger balances after all of them', () => expectBalancedLedger(client.gateway));
