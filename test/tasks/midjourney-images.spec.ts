import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { MidjourneyUpstream } from '../doubles/midjourney-upstream.js';
import { Gateway } from '../setup/gateway.js';
import { poll } from './task-gateway.js';

const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
const MEGABYTE = 1024 * 1024;

let gateway: Gateway;
let proxy: MidjourneyUpstream;
/** A private address that is not the channel's own. */
let inner: Server;
let innerUrl: string;
let innerCalls = 0;
let key: string;

beforeAll(async () => {
  proxy = await MidjourneyUpstream.start();
  inner = createServer((_request, response) => {
    innerCalls++;
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  });
  inner.listen(0, '127.0.0.1');
  await once(inner, 'listening');
  innerUrl = `http://127.0.0.1:${(inner.address() as AddressInfo).port}`;
  gateway = await Gateway.start({ MAX_FILE_DOWNLOAD_MB: '1', MAX_BODY_MB: '1' });
  key = await gateway.addToken();
  await gateway.addChannel({ type: 2, key: 'mj-secret', base_url: proxy.url, models: 'mj_imagine' });
});
afterAll(async () => {
  await gateway?.close();
  await proxy?.close();
  inner?.close();
});
beforeEach(() => proxy.reset());

/** A drawing with this image. @returns its id */
async function drawn(imageUrl: string, status = 'SUCCESS'): Promise<string> {
  const response = await gateway.relay('/mj/submit/imagine', key, { prompt: 'x' });
  const { result } = (await response.json()) as { result: string };
  Object.assign(proxy.latest, { status, progress: status === 'SUCCESS' ? '100%' : '50%', imageUrl });
  await poll(gateway);
  return result;
}
const image = (id: string, headers: Record<string, string> = {}, prefix = '/mj') =>
  fetch(`${gateway.url}${prefix}/image/${id}`, { headers });

test('an image is shown without a key, and kept by caches once it is finished', async () => {
  proxy.onFile = (path, headers, response) => {
    expect(headers['mj-api-secret']).toBeUndefined();
    expect(headers.authorization).toBeUndefined();
    response.writeHead(200, {
      'content-type': 'image/png',
      'content-length': PNG.length,
      etag: '"1"',
      'set-cookie': 'a=b',
    });
    response.end(path === '/files/1.png' ? PNG : '');
  };
  const id = await drawn(`${proxy.url}/files/1.png`);
  for (const prefix of ['/mj', '/mj-fast/mj', '/turbo/mj']) {
    const response = await image(id, {}, prefix);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      etag: '"1"',
    });
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  }
  const running = await drawn(`${proxy.url}/files/1.png`, 'IN_PROGRESS');
  expect((await image(running)).headers.get('cache-control')).toBe('no-store');
});

test('parts, and images that the client has already', async () => {
  proxy.onFile = (_path, headers, response) => {
    if (headers['if-none-match'] === '"1"') return void response.writeHead(304, { etag: '"1"' }).end();
    if (headers.range === 'bytes=99-')
      return void response.writeHead(416, { 'content-range': `bytes */${PNG.length}` }).end();
    expect(headers.range).toBe('bytes=0-3');
    response.writeHead(206, { 'content-type': 'image/png', 'content-range': `bytes 0-3/${PNG.length}` });
    response.end(PNG.subarray(0, 4));
  };
  const id = await drawn(`${proxy.url}/files/1.png`);
  const part = await image(id, { range: 'bytes=0-3' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 0-3/${PNG.length}`]);
  expect((await part.arrayBuffer()).byteLength).toBe(4);
  expect((await image(id, { 'if-none-match': '"1"' })).status).toBe(304);
  expect((await image(id, { range: 'bytes=99-' })).status).toBe(416);
});

test('unknown drawings, and drawings without an image', async () => {
  const running = await drawn('', 'IN_PROGRESS');
  for (const id of ['unknown', running, '%00']) {
    const response = await image(id);
    expect([response.status, await response.json()]).toEqual([400, { error: 'midjourney_task_not_found' }]);
  }
});

test.each<[string, string]>([
  ['another private address', 'INNER/1.png'],
  ['localhost by name', 'http://localhost:1/1.png'],
  ['a private address in IPv6', 'http://[::1]:1/1.png'],
  ['the address of cloud metadata', 'http://169.254.169.254/latest'],
  ['no server', 'http://127.0.0.1:1/1.png'],
])('%s is not fetched', async (_case, url) => {
  const id = await drawn(url.replace('INNER', innerUrl));
  const response = await image(id);
  expect([response.status, await response.json()]).toEqual([500, { error: 'http_get_image_failed' }]);
  expect(innerCalls).toBe(0);
});

test('redirects are followed within the proxy, but not to other private addresses', async () => {
  const targets: Record<string, string> = {
    '/files/1.png': '/files/2.png',
    '/files/inner.png': `${innerUrl}/1.png`,
    '/files/loop.png': '/files/loop.png',
    '/files/file.png': 'file:///etc/passwd',
  };
  proxy.onFile = (path, _headers, response) => {
    const location = targets[path];
    if (location !== undefined) return void response.writeHead(302, { location }).end();
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  };
  expect((await image(await drawn(`${proxy.url}/files/1.png`))).status).toBe(200);
  for (const name of ['inner', 'loop', 'file'])
    expect((await image(await drawn(`${proxy.url}/files/${name}.png`))).status).toBe(500);
  expect(innerCalls).toBe(0);
});

test.each([
  ['text/html', 500],
  ['application/javascript', 500],
  ['image/webp', 200],
  ['video/mp4', 200],
  ['application/octet-stream', 200],
  ['', 200],
])('a file of type %j: %d', async (type, status) => {
  proxy.onFile = (_path, _headers, response) => {
    response.writeHead(200, type === '' ? {} : { 'content-type': type });
    response.end(PNG);
  };
  const response = await image(await drawn(`${proxy.url}/files/1`));
  expect(response.status).toBe(status);
  if (status === 200)
    expect(response.headers.get('content-type')).toBe(/^(image|video)/.test(type) ? type : 'image/jpeg');
});

test('errors of the host keep their status', async () => {
  proxy.onFile = (_path, _headers, response) =>
    void response.writeHead(404).end('gone, see https://secret.example');
  const response = await image(await drawn(`${proxy.url}/files/1`));
  expect([response.status, await response.json()]).toEqual([404, { error: 'gone, see ***' }]);
});

test('images that are too large are refused, or cut off', async () => {
  proxy.onFile = (path, _headers, response) => {
    const size = 2 * MEGABYTE;
    response.writeHead(200, {
      'content-type': 'image/png',
      ...(path === '/files/honest' && { 'content-length': size }),
    });
    response.end(Buffer.alloc(size));
  };
  expect((await image(await drawn(`${proxy.url}/files/honest`))).status).toBe(500);
  const silent = await image(await drawn(`${proxy.url}/files/silent`));
  await expect(silent.arrayBuffer()).rejects.toThrow();
});

test('a request with too large an image is refused', async () => {
  const base64 = `data:image/png;base64,${'A'.repeat(2 * MEGABYTE)}`;
  const response = await gateway.relay('/mj/submit/imagine', key, { prompt: 'x', base64Array: [base64] });
  expect(response.status).toBe(413);
  expect(proxy.submissions).toEqual([]);
});
