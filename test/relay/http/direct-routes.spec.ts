import { Agent, request as send } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as zlib from 'node:zlib';
import { RELAYED } from '../../../server/relay/http/relay.routes.js';
import { TokenCache } from '../../../server/tokens/token-cache.js';
import { ScriptedUpstream } from '../../doubles/scripted-upstream.js';
import { Gateway } from '../../setup/gateway.js';
import { inTime, until } from '../../setup/until.js';

/** Conversations of known callers are served without Fastify; everything else by the Fastify route of the same path. */
const MODEL = 'gpt-4o';
let gateway: Gateway;
let upstream: ScriptedUpstream;
let key: string;

beforeAll(async () => {
  upstream = await ScriptedUpstream.start();
  gateway = await Gateway.start({ TRUSTED_PROXIES: '127.0.0.1', MAX_BODY_MB: '1' });
  await gateway.addChannel({ base_url: upstream.url, models: `${MODEL},gpt-3.5-turbo-instruct` });
  key = await gateway.addToken();
  // From now on the token is in memory.
  await gateway.relay('/v1/chat/completions', key, chat);
});

afterAll(async () => {
  await gateway?.close();
  await upstream?.close();
  for (const name of ['TRUSTED_PROXIES', 'MAX_BODY_MB']) delete process.env[name];
});

beforeEach(() => upstream.clear());

const messages = [{ role: 'user', content: 'hello' }];
const chat = { model: MODEL, messages };
const bodies: Record<string, object> = {
  '/v1/chat/completions': chat,
  '/v1/completions': { model: 'gpt-3.5-turbo-instruct', prompt: 'hello' },
  '/v1/responses': { model: MODEL, input: 'hello' },
  '/v1/messages': { model: MODEL, messages, max_tokens: 20 },
};

/** Status, body and names of the headers; ids and times differ from response to response. */
async function answerOf(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(gateway.url + path, { method: 'POST', ...init });
  const text = await response.text();
  return {
    status: response.status,
    headers: [...response.headers.keys()],
    body: text.replaceAll(/\w*20\d{21}\w{8}|"created(?:_at)?":\d+/g, 'ID'),
  };
}

const headers = (token = key, more: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
  ...more,
});

describe('a request without Fastify is answered as by the Fastify route, which serves it if it has a query', () => {
  test.each(RELAYED.map(({ path }) => path))('%s', async (path) => {
    const init = { headers: headers(), body: JSON.stringify(bodies[path]) };
    const direct = await answerOf(path, init);
    expect(direct).toMatchObject({ status: 200 });
    expect(await answerOf(`${path}?beta=true`, init)).toEqual(direct);
  });

  test.each<[name: string, body: string | Buffer, headers: Record<string, string>]>([
    ['a body that is no JSON', '{', {}],
    ['a body of another type', JSON.stringify(chat), { 'content-type': 'text/plain' }],
    ['a compressed body', zlib.gzipSync(JSON.stringify(chat)), { 'content-encoding': 'gzip' }],
    ['a compressed body that is none', 'x', { 'content-encoding': 'gzip' }],
    ['an encoding that is not supported', 'x', { 'content-encoding': 'compress' }],
    ['an empty body', '', {}],
    ['a body above the limit', JSON.stringify({ ...chat, padding: 'x'.repeat(2 ** 20) }), {}],
    ['an unknown key', JSON.stringify(chat), { authorization: 'Bearer sk-unknown' }],
    ['no key', JSON.stringify(chat), { authorization: '' }],
  ])('%s', async (_, body, more) => {
    const init = { headers: headers(key, more), body: body as string };
    const direct = await answerOf('/v1/chat/completions', init);
    expect(await answerOf('/v1/chat/completions?beta=true', init)).toEqual(direct);
  });

  const text = JSON.stringify(chat);
  const { zstdCompressSync } = zlib as { zstdCompressSync?: (body: string) => Buffer };

  test.each<[coding: string, body: Buffer]>([
    ['gzip', zlib.gzipSync(text)],
    ['GZIP', zlib.gzipSync(text)],
    ['x-gzip', zlib.gzipSync(text)],
    ['deflate', zlib.deflateSync(text)],
    ['br', zlib.brotliCompressSync(text)],
    ['Identity', Buffer.from(text)],
    ...(zstdCompressSync ? ([['zstd', zstdCompressSync(text)]] as [string, Buffer][]) : []),
  ])('a body in the coding %s', async (coding, body) => {
    const init = { headers: headers(key, { 'content-encoding': coding }), body: body as unknown as string };
    expect(await answerOf('/v1/chat/completions', init)).toMatchObject({ status: 200 });
  });

  test.each(['compress', 'gzip, br', ...(zstdCompressSync ? [] : ['zstd'])])(
    'the coding %s is 415, with those that are accepted',
    async (coding) => {
      const init = { headers: headers(key, { 'content-encoding': coding }), body: 'x' };
      const answer = await answerOf('/v1/chat/completions', init);
      expect(answer).toMatchObject({ status: 415 });
      expect(JSON.stringify(answer)).toContain('gzip, x-gzip, deflate, br');
    },
  );

  test('a body in chunks', async () => {
    const { hostname, port } = new URL(gateway.url);
    const response = await new Promise<number | undefined>((resolve, reject) => {
      const options = { hostname, port, method: 'POST', path: '/v1/chat/completions', headers: headers() };
      const request = send(options, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.on('error', reject);
      const text = JSON.stringify(chat);
      request.write(text.slice(0, 10));
      request.end(text.slice(10));
    });
    expect(response).toBe(200);
    expect(upstream.last.json).toMatchObject(chat);
  });
});

test('a body that arrives in many pieces is whole', async () => {
  const { hostname, port } = new URL(gateway.url);
  const body = Buffer.from(JSON.stringify({ ...chat, user: 'x'.repeat(100_000) }));
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  for (let from = 0; from < body.length; from += 20_000) {
    socket.write(body.subarray(from, from + 20_000));
    await sleep(20);
  }
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
  await until(() => answer.includes('\r\n\r\n'));
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect((upstream.last.json as { user: string }).user).toHaveLength(100_000);
  socket.destroy();
});

test('a client that leaves in the middle of its body causes no call and no charge', async () => {
  const before = await gateway.quota();
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/chat/completions HTTP/1.1\r\nhost: h\r\nauthorization: Bearer ${key}\r\ncontent-length: 500\r\n\r\n{"model"`,
  );
  await sleep(100);
  socket.destroy();
  await sleep(100);
  expect(upstream.requests).toHaveLength(0);
  expect(await gateway.quota()).toBe(before);
  expect((await gateway.relay('/v1/chat/completions', key, chat)).status).toBe(200);
});

test('requests of one connection are served one after another', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(gateway.url);
  const statuses = await Promise.all(
    [1, 2, 3].map(
      () =>
        new Promise<number | undefined>((resolve, reject) => {
          const options = { agent, hostname, port, method: 'POST', path: '/v1/chat/completions' };
          const text = JSON.stringify(chat);
          const request = send({ ...options, headers: headers() }, (answer) => {
            answer.resume();
            answer.on('end', () => resolve(answer.statusCode));
          });
          request.on('error', reject);
          request.end(text);
        }),
    ),
  );
  expect(statuses).toEqual([200, 200, 200]);
  agent.destroy();
});

test('a token restricted to addresses is checked with the address that a trusted proxy names', async () => {
  const restricted = await gateway.addToken({ allow_ips: '203.0.113.0/24' });
  const from = async (address: string, path: string) => {
    const init = { headers: headers(restricted, { 'x-forwarded-for': address }), body: JSON.stringify(chat) };
    return ((await answerOf(path, init)) as { status: number }).status;
  };
  for (const path of ['/v1/chat/completions?first=1', '/v1/chat/completions']) {
    expect(await from('203.0.113.9', path)).toBe(200);
    expect(await from('198.51.100.1', path)).toBe(403);
    // What stands left of the last untrusted address was written by that client.
    expect(await from('203.0.113.9, 198.51.100.1', path)).toBe(403);
  }
});

test('a lookup of a key that fails is reported once, by the route', async () => {
  const failing = jest
    .spyOn(gateway.app.get(TokenCache), 'find')
    .mockImplementation(() => Promise.reject(new Error('a defect')));
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  try {
    const response = await inTime(gateway.relay('/v1/chat/completions', key, chat), () => 'no answer');
    expect(response.status).toBe(500);
    await sleep(50);
    expect(rejections).toEqual([]);
  } finally {
    process.off('unhandledRejection', note);
    failing.mockRestore();
  }
});
